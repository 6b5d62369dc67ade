import { html, type Html } from './html.ts'

export const stylePath = '/assets/simulator.css'

/** A whole page: one card in the middle, and a line under it that says that this is a simulator. */
export function page({ title, body }: { title: string; body: Html }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylePath}" />
      </head>
      <body>
        <main class="card">${body}</main>
        <footer>Portico simulator · for demonstrations and tests · nobody here is real</footer>
      </body>
    </html>`.markup
}
