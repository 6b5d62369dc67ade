import { createHash } from 'node:crypto'

import { pageHeaders } from './headers.ts'
import { html, Html } from './html.ts'
import { page } from './layout.ts'

const script = 'document.forms[0].submit()'
const scriptHash = createHash('sha256').update(script).digest('base64')

/**
 * A page whose form posts itself, to a relying party for one, with the headers that allow that. Without script there is a
 * button.
 */
export function formPostPage({
  company,
  action,
  fields,
  leadsTo = [new URL(action).origin],
}: {
  company: string
  action: string
  fields: Record<string, string>
  /** Origins that the form and the redirects after it lead to. */
  leadsTo?: readonly string[]
}): { body: string; headers: Record<string, string> } {
  const body = page({
    title: `Going on | ${company}`,
    body: html`
      <h1>${company}</h1>
      <p class="quiet">Going on to the application.</p>
      <form method="post" action="${action}">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <noscript
          ><div class="actions"><button type="submit">Go on</button></div></noscript
        >
      </form>
      ${new Html(`<script>${script}</script>`)}
    `,
  })
  return { body, headers: pageHeaders(leadsTo, [`'sha256-${scriptHash}'`]) }
}
