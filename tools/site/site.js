// What the site's pages do by themselves: the search of the manuals, the line to copy, and the Lab in the front page.
const base = document.documentElement.dataset.base;

const field = document.querySelector('.search input');
const list = document.querySelector('.found');
let sections;

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Sections that have every word, those first that have them in their titles. */
function find(asked) {
  const wanted = words(asked);
  if (wanted.length === 0) return [];
  const scored = sections.map((section) => {
    const titles = `${section.page} ${section.title}`.toLowerCase();
    const has = wanted.every((word) => titles.includes(word) || section.text.includes(word));
    return { section, score: has ? 1 + wanted.filter((word) => titles.includes(word)).length : 0 };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 12)
    .map(({ section }) => section);
}

async function search() {
  sections ??= await fetch(`${base}search.json`).then((answer) => answer.json());
  const found = find(field.value);
  const items = found.map(({ path, page, title }) => {
    const link = document.createElement('a');
    link.href = base + path;
    link.textContent = title;
    const under = document.createElement('small');
    under.textContent = page;
    link.append(under);
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  if (items.length === 0 && field.value.trim() !== '') {
    const none = document.createElement('li');
    none.textContent = 'Nothing found';
    items.push(none);
  }
  list.replaceChildren(...items);
}
field.addEventListener('input', search);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') list.replaceChildren();
  const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  field.focus();
});

for (const button of document.querySelectorAll('.command button'))
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.previousElementSibling.textContent);
    button.textContent = 'Copied';
  });

// The Lab takes the place of its picture once the page stands. On a narrow screen it waits until the page is touched,
// scrolled or led by keys; where something asks for calm, until the picture is.
const lab = document.querySelector('.lab [data-lab]');
const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
if (lab) {
  try {
    localStorage.setItem('theme', isDark ? 'darkblue' : 'white');
  } catch {
    // Without storage the Lab is light.
  }
  const show = () => {
    if (!lab.isConnected) return;
    const frame = document.createElement('iframe');
    frame.title = 'Relive a day';
    frame.src = lab.dataset.lab;
    lab.replaceWith(frame);
  };
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches || navigator.connection?.saveData;
  lab.addEventListener('click', (event) => {
    event.preventDefault();
    show();
  });
  if (!isCalm && matchMedia('(min-width: 64rem)').matches) addEventListener('load', () => setTimeout(show, 1000));
  else if (!isCalm)
    for (const sign of ['scroll', 'touchstart', 'keydown']) addEventListener(sign, show, { once: true, passive: true });
}
