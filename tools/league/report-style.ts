/** Colours are those of the app's two themes. */
export const STYLE = `
:root{--bg:#eff4f8;--surface:#fff;--line:#dde6ed;--ink:#0f2434;--ink-2:#43586a;--ink-3:#5d7182;--accent:#1ca4ff;--accent-ink:#0b6cb0;--up:#0b7a4c;--down:#c22f3c;--paper:#fdf5e2;--paper-ink:#6b4c10;--soft:#e9eff5;--dark:#234056;--green:#2f9d8f}
@media (prefers-color-scheme:dark){:root{--bg:#07131e;--surface:#0e1f2d;--line:#1a3040;--ink:#e9f1f7;--ink-2:#abc0cf;--ink-3:#8ca4b5;--accent-ink:#63bfff;--up:#3ecb90;--down:#ff8087;--paper:#1b1f1c;--paper-ink:#dcc384;--soft:#132838;--dark:#7ba3c0;--green:#3fb8a8}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
.practice{margin:0;padding:6px 16px;background:var(--paper);color:var(--paper-ink);font-size:12px;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px}
main{max-width:1200px;margin:0 auto;padding:24px 16px}header{margin:8px 0 24px}h1{font-size:26px;line-height:1.25;margin:0 0 6px}h2{font-size:18px;margin:0 0 4px}
header p,section p{color:var(--ink-2);max-width:75ch;margin:4px 0 12px;font-size:13px}
section{background:var(--surface);border-radius:14px;padding:20px 22px;margin:0 0 18px}
.tags{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0;margin:10px 0 0;font-size:12px}.tags li{background:var(--soft);padding:4px 10px;border-radius:6px;overflow-wrap:anywhere}.tags .good{color:var(--up)}
.scroll{overflow-x:auto;position:relative}table{border-collapse:collapse;width:100%;font-size:13px;margin:6px 0}caption{text-align:left;color:var(--ink-3);font-size:12px;padding:4px 0}
th,td{padding:9px 10px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}thead th{color:var(--ink-3);font-weight:400;font-size:12px}th:first-child{text-align:left;padding-left:0}tbody th{font-weight:500}
small{display:block;color:var(--ink-3);font-weight:400;white-space:normal;max-width:42ch}code,pre{font-family:ui-monospace,monospace;font-size:12.5px}pre{background:var(--soft);padding:12px;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere}
.up{color:var(--up)}.down,small.down{color:var(--down)}.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:18px}figure{margin:0}figcaption{display:flex;justify-content:space-between;font-size:13px}
svg{width:100%;display:block}svg text{fill:var(--ink-3);font-size:9px}polyline{fill:none;stroke:var(--ink-3);stroke-width:.7;opacity:.4}polyline.chosen{stroke:var(--ink);opacity:1}polyline.own{stroke:var(--accent);stroke-width:2;opacity:1}polyline.twin{stroke:var(--ink);stroke-dasharray:4 3;stroke-width:1.2;opacity:.9}.grid{stroke:var(--line);stroke-width:.6}
caption.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}[data-of] :is(td,th):nth-child(2){text-align:left}.keys i{display:inline-block;width:9px;height:9px;border-radius:2px;margin:0 5px 0 10px}.k1{background:var(--accent)}.k2{background:var(--dark)}.k3{background:var(--green)}
.legend{max-width:none!important;display:flex;flex-wrap:wrap;gap:4px 16px}.legend a{margin-left:auto}a{color:var(--accent-ink);font-weight:500;text-decoration:none;padding:4px 0}a:hover{text-decoration:underline}.side{display:inline-block;width:18px;border-radius:4px;margin-right:6px;font:700 11px/18px system-ui,sans-serif;text-align:center;background:var(--soft)}.side.b{color:var(--up)}.side.s{color:var(--down)}.legend i{display:inline-block;width:22px;border-top:1px solid var(--ink-3);vertical-align:middle;margin-right:6px}.legend i.own{border-top:2px solid var(--accent)}.legend i.twin{border-top:1.5px dashed var(--ink)}
.bar{width:200px}.c1{fill:var(--accent)}.c2{fill:var(--dark)}.c3{fill:var(--green)}
.seeds button{font:inherit;color:inherit;min-width:32px;min-height:32px;margin:2px;border:1px solid var(--line);border-radius:6px;background:var(--soft)}.seeds button[aria-pressed=true]{border-color:var(--accent);color:var(--accent-ink);font-weight:700}
.seal{background:var(--paper);color:var(--paper-ink)!important;padding:10px 12px;border-radius:8px}p.wrong{color:var(--down)!important;font-weight:700}[hidden]{display:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}@media print{body{background:#fff}section{break-inside:avoid}}@media (max-width:600px){h1{font-size:21px}section{padding:16px 14px}}
`;
