import { html } from './html.ts'
import { page } from './layout.ts'

/** Who is signed in at a provider in this browser, and the way out: `signOut` is a path that a form leads to by GET. */
export function sessionPage({
  company,
  person,
  signOut,
}: {
  company: string
  person: string | undefined
  signOut: string
}): string {
  const session =
    person === undefined
      ? html`<p>No one is signed in in this browser.</p>`
      : html`<p>Signed in as ${person}.</p>
          <form method="get" action="${signOut}">
            <div class="actions"><button type="submit">Sign out</button></div>
          </form>`
  return page({
    title: `Session | ${company}`,
    body: html`
      <h1>${company}</h1>
      <p class="quiet">The simulated identity provider of ${company}.</p>
      ${session}
    `,
  })
}
