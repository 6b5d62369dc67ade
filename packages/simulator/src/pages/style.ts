/** The stylesheet of all pages, served as a file to avoid inline styles. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#eef1f6, #10141b);
  --card: light-dark(#ffffff, #1a202b);
  --text: light-dark(#1b2330, #e8ecf3);
  --quiet: light-dark(#566175, #a4afc1);
  --line: light-dark(#8590a3, #6c788c);
  --accent: light-dark(#2453b8, #8fb1ff);
  --on-accent: light-dark(#ffffff, #0d1420);
  --error: light-dark(#a3161f, #ff9da0);
  --error-ground: light-dark(#fdeced, #3a1a1e);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-block-size: 100vh;
  display: grid;
  grid-template-rows: 1fr auto;
  justify-items: center;
  align-items: center;
  padding: 16px;
  background: var(--ground);
  color: var(--text);
  font: 16px/1.5 system-ui, sans-serif;
}
.card {
  inline-size: min(100%, 26rem);
  padding: clamp(20px, 6vw, 36px);
  background: var(--card);
  border-radius: 14px;
  box-shadow: 0 1px 2px #0002, 0 12px 32px #0002;
}
h1 { margin: 0 0 4px; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 24px 0 0; font-size: 1rem; }
h3 { margin: 12px 0 0; font-size: 0.875rem; color: var(--quiet); }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.quiet, footer { color: var(--quiet); }
footer { padding-block: 16px 4px; font-size: 0.8125rem; text-align: center; }
form { display: grid; gap: 16px; margin-block-start: 20px; }
label { display: grid; gap: 4px; font-weight: 600; }
input {
  inline-size: 100%;
  min-block-size: 44px;
  padding: 8px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: transparent;
  color: inherit;
  font: inherit;
  font-weight: 400;
}
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 20px; margin-block-start: 4px; }
button {
  min-block-size: 44px;
  padding: 8px 24px;
  border: 1px solid transparent;
  border-radius: 8px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.plain { background: transparent; border-color: var(--line); color: inherit; }
a { color: var(--accent); padding-block: 8px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.error { margin-block-start: 16px; padding: 10px 14px; border-radius: 8px; background: var(--error-ground); color: var(--error); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 20px 0; }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
ul { margin: 4px 0 20px; padding-inline-start: 20px; }
code { font-size: 0.875em; overflow-wrap: anywhere; }
main > :last-child { margin-block-end: 0; }
@media (forced-colors: active) { .card { border: 1px solid; } }
`
