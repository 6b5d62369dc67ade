import type { Context } from 'hono'

import type { CheckedSaml } from '../config/checked.ts'
import { formPostPage } from '../pages/form-post.ts'
import { pageHeaders } from '../pages/headers.ts'
import { html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { messagePage } from '../pages/message.ts'
import { mountPathOf, samlPaths } from './addresses.ts'
import type { SamlIdp } from './context.ts'
import type { Outgoing } from './outgoing.ts'

/** Takes the browser to a service provider. */
export function send(context: Context, config: CheckedSaml, out: Outgoing): Response {
  return 'to' in out ? context.redirect(out.to, 303) : sendPost(context, config, out.action, out.fields)
}

export function sendPost(
  context: Context,
  { name }: CheckedSaml,
  action: string,
  fields: Record<string, string>,
): Response {
  const { body, headers } = formPostPage({ company: name, action, fields })
  return context.html(body, 200, headers)
}

/** Says on a page of the provider why it cannot go on; nothing reaches the service provider. */
export function refusedPage(context: Context, { config, log }: SamlIdp, sentence: string): Response {
  log({ level: 'warn', message: 'A request failed.', provider: config.id, error: sentence })
  const title = `${config.name} cannot do this`
  return context.html(messagePage({ title, sentences: [sentence] }), 400, pageHeaders())
}

/** Who is signed in here, where, and the way out. `targets` are the origins that signing out leads to. */
export function sessionPage(
  context: Context,
  config: CheckedSaml,
  shown: { person: string | undefined; signedInAt: string[]; serviceProviders: string[] },
  targets: string[],
): Response {
  const at = (path: string) => `${mountPathOf(config)}${path}`
  const paths = samlPaths(config.flavour)
  const start = (each: string) => `${at(paths.start)}?${new URLSearchParams({ sp: each }).toString()}`
  const session =
    shown.person === undefined
      ? html`<p>No one is signed in in this browser.</p>`
      : html`<p>Signed in as ${shown.person}.</p>
          <ul>
            ${shown.signedInAt.map((each) => html`<li><code>${each}</code></li>`)}
          </ul>
          <form method="post" action="${at(paths.signOut)}">
            <div class="actions"><button type="submit">Sign out everywhere</button></div>
          </form>`
  const body = html`
    <h1>${config.name}</h1>
    <p class="quiet">The simulated identity provider of ${config.name}.</p>
    ${session}
    <h2>Applications</h2>
    <ul>
      ${shown.serviceProviders.map((each) => html`<li><a href="${start(each)}">${each}</a></li>`)}
    </ul>
  `
  return context.html(page({ title: `Session | ${config.name}`, body }), 200, pageHeaders(targets))
}
