import { maskAadhaar } from '@khara/rules';

/**
 * Practice cards, drawn here: paper with a specimen's hatch, the word SPECIMEN across, no emblem and no
 * likeness of a real card. The first eight digits are covered as on any card that is handed in.
 */

const WIDTH = 1012; // an ID-1 card (85.6 × 54 mm) at 300 dots to the inch
const HEIGHT = 638;
const MARGIN = 56;

/** What is written on a practice card when no name was typed. */
export const SPECIMEN_NAME = 'Asha Verma';

export type Side = 'front' | 'back';

export function renderSpecimen(side: Side, { name, digits }: { readonly name: string; readonly digits: string }) {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const styles = getComputedStyle(document.documentElement);
  const token = (colour: string) => styles.getPropertyValue(colour).trim();
  const write = (text: string, x: number, y: number, size: number, weight = 400) => {
    pen.font = `${weight} ${size}px ${token('--font') || 'sans-serif'}`;
    pen.fillText(text, x, y);
  };
  pen.fillStyle = token('--paper');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  hatch(pen, token('--paper-line'));
  pen.fillStyle = token(side === 'front' ? '--brand' : '--gold');
  pen.fillRect(0, 0, WIDTH, 96);
  pen.fillStyle = token(side === 'front' ? '--surface' : '--paper');
  write(side === 'front' ? 'KHARA  PRACTICE CARD' : 'KHARA  PRACTICE CARD  ·  BACK', MARGIN, 62, 34, 700);

  pen.fillStyle = token('--paper-ink');
  if (side === 'front') {
    portrait(pen);
    write(name, 356, 210, 46, 700);
    write('01/01/1990', 356, 274, 34);
    for (const [row, width] of [300, 380, 240].entries()) pen.fillRect(356, 320 + row * 40, width, 14);
  } else {
    write('1 Specimen Street', MARGIN, 190, 36);
    write('Practice Nagar, 000000', MARGIN, 244, 36);
    for (const [row, width] of [420, 360, 480, 300].entries()) pen.fillRect(MARGIN, 290 + row * 38, width, 14);
    pen.fillRect(640, 150, 300, 300);
    pen.fillStyle = token('--paper');
    pen.fillRect(664, 174, 252, 252);
  }
  pen.fillStyle = token('--paper-ink');
  write(maskAadhaar(digits), side === 'front' ? 356 : MARGIN, 552, 56, 700);
  stamp(pen, token('--down-fill'), write);
  return canvas;
}

function hatch(pen: CanvasRenderingContext2D, colour: string) {
  pen.strokeStyle = colour;
  pen.lineWidth = 3;
  pen.beginPath();
  for (let x = -HEIGHT; x < WIDTH; x += 26) {
    pen.moveTo(x, HEIGHT);
    pen.lineTo(x + HEIGHT, 0);
  }
  pen.stroke();
}

/** An invented face. */
function portrait(pen: CanvasRenderingContext2D) {
  pen.lineWidth = 6;
  pen.strokeStyle = pen.fillStyle;
  pen.strokeRect(MARGIN, 150, 240, 300);
  pen.beginPath();
  pen.arc(MARGIN + 120, 262, 56, 0, 2 * Math.PI);
  pen.fill();
  pen.beginPath();
  pen.arc(MARGIN + 120, 446, 96, Math.PI, 2 * Math.PI);
  pen.fill();
}

function stamp(
  pen: CanvasRenderingContext2D,
  colour: string,
  write: (...at: [string, number, number, number, number]) => void,
) {
  pen.save();
  pen.translate(WIDTH / 2, HEIGHT / 2 + 30);
  pen.rotate(-0.32);
  pen.globalAlpha = 0.55;
  pen.fillStyle = colour;
  pen.textAlign = 'center';
  write('SPECIMEN', 0, 50, 168, 700);
  pen.restore();
}
