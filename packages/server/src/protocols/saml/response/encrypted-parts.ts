import { ns } from '../names.ts'
import type { ReadLogoutOptions } from '../types.ts'
import type { XmlBounds } from '../xml/bounds.ts'
import { isNamed } from '../xml/read.ts'
import { decryptElement } from './decrypt.ts'

/** Reads an encrypted part of a message; `name`: what it must contain, in the namespace of assertions. */
export type OpenPart = (encrypted: Element, name: 'NameID' | 'Attribute') => Element

/** More than any product sends; each costs a private key operation. */
const partsMax = 32

/**
 * Opens the EncryptedID and EncryptedAttribute elements (core 2.2.4 and 2.7.3.2) of one message. Call this only on
 * verified bytes: the provider's signature covers the ciphertext, so AES-CBC is as safe here as in a signed response.
 */
export function partOpener(
  { self, peer, checks }: Pick<ReadLogoutOptions, 'self' | 'peer' | 'checks'>,
  bounds: XmlBounds,
): OpenPart {
  const cbc = peer.allowCbcWhenSigned === true
  const o = { keys: self.decryption, recipient: self.entityId, cbc, bounds, checks }
  let count = 0
  return (encrypted, name) => {
    count += 1
    if (count > partsMax) checks.refuse('saml-message-forbidden', { what: `more than ${partsMax} encrypted elements` })
    const { root, ...algorithms } = decryptElement(encrypted, o)
    if (count === 1) checks.passed('decryption', algorithms)
    if (!isNamed(root, ns.assertion, name))
      checks.refuse('saml-message-unreadable', { what: `${encrypted.localName} with ${root.localName}` })
    return root
  }
}
