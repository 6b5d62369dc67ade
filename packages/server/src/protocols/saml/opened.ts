import type { Checks } from '../../kit/checks/checks.ts'
import { openRedirect, verifyQuery, type MessageParameter } from './logout/redirect.ts'
import { readSoapMessage } from './logout/soap.ts'
import { readPostedMessage } from './message.ts'
import { ns } from './names.ts'
import { readSignature } from './signature/layout.ts'
import { providerKeys, type ProviderKey } from './signature/provider-keys.ts'
import { verifyElement } from './signature/verify.ts'
import type { LogoutMessage, ReadLogoutOptions } from './types.ts'
import type { XmlBounds } from './xml/bounds.ts'
import { onlyChild, trimmedTextOf } from './xml/read.ts'

/** A message of a sender that is not known yet, parsed once: nothing in it is verified but its form. */
export type OpenedMessage = {
  readonly binding: LogoutMessage['binding']
  readonly root: Element
  readonly relayState: string | null
  /** The element as it was signed, with the key; undefined: the message is not signed. */
  verified(o: ReadLogoutOptions): { readonly root: Element; readonly key: ProviderKey } | undefined
}

/** Parses a message within the bounds of its kind: everything that is read afterwards is read from here. */
export function openMessage(
  message: LogoutMessage,
  { parameter, bounds }: { readonly parameter: MessageParameter; readonly bounds: XmlBounds },
  checks: Checks,
): OpenedMessage {
  const { binding } = message
  if (binding === 'redirect') {
    const { message: read, query, relayState } = openRedirect(message.rawQuery, { parameter, bounds }, checks)
    const { root } = read
    return {
      binding,
      root,
      relayState,
      verified(o) {
        const key = verifyQuery(query, parameter, o)
        return key && { root, key }
      },
    }
  }
  if (binding === 'soap') return signedInside(binding, readSoapMessage(message.envelope, bounds, checks), null, bounds)
  const { fields } = message
  if (Object.hasOwn(fields, parameter === 'SAMLRequest' ? 'SAMLResponse' : 'SAMLRequest'))
    checks.refuse('saml-message-forbidden', { what: 'a request and a response' })
  const { root } = readPostedMessage(fields[parameter] ?? '', bounds, checks)
  return signedInside(binding, root, fields['RelayState'] ?? null, bounds)
}

/** Whom a message names as its sender, by which the caller finds the keys. */
export function issuerOf({ root }: OpenedMessage, checks: Checks): string {
  const issuer = onlyChild(root, ns.assertion, 'Issuer')
  return issuer === undefined ? checks.refuse('saml-message-unreadable', { what: 'Issuer' }) : trimmedTextOf(issuer)
}

/** A message whose signature is one of its elements. */
function signedInside(
  binding: OpenedMessage['binding'],
  root: Element,
  relayState: string | null,
  bounds: XmlBounds,
): OpenedMessage {
  return {
    binding,
    root,
    relayState,
    verified(o) {
      const layout = readSignature(root, o.checks)
      if (layout === undefined) return undefined
      return verifyElement(layout, { ...o, keys: providerKeys(o.peer, o.checks), bounds })
    },
  }
}
