import { html } from './html.ts'
import { page } from './layout.ts'

/** A page that only says something, e.g. why a request was refused. */
export function messagePage({ title, sentences }: { title: string; sentences: string[] }): string {
  return page({
    title,
    body: html`<h1>${title}</h1>
      ${sentences.map((each) => html`<p>${each}</p>`)}`,
  })
}
