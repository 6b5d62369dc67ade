import type { Answer } from '../http/route.ts'
import { escaped, hashSource, hiddenFields, page } from './page.ts'

/**
 * Pages that continue by themselves. A form's own policy (`form-action 'self'`) also binds the redirects that follow it,
 * so a sign-out cannot redirect to an identity provider; and a SAML message with the POST binding needs a page anyway.
 */

const script = 'document.forms[0].submit()'

/** A page that posts `fields` to `action`; without scripts there is a button. */
export function postPage(action: string, fields: Readonly<Record<string, string>>): Answer<never> {
  const body =
    `<form method="post" action="${escaped(action)}">${hiddenFields(fields)}` +
    `<noscript><button>Continue</button></noscript></form><script>${script}</script>`
  // No form-action: browsers apply it to every redirect that follows, and the provider decides where those lead.
  return page(body, `script-src ${hashSource(script)}`)
}

/** A page that goes to `url`; it has a link for browsers that do not follow. */
export function goPage(url: string): Answer<never> {
  const link = `<a href="${escaped(url)}">Continue</a>`
  const head = `<meta http-equiv="refresh" content="0;url=${escaped(url)}">`
  return page(link, "form-action 'none'", { head })
}
