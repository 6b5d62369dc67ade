import type { Message } from '../message.ts'
import { ns } from '../names.ts'
import { checkCertificateDates } from '../signature/certificate-dates.ts'
import { readSignature } from '../signature/layout.ts'
import { providerKeys } from '../signature/provider-keys.ts'
import { verifyElement, type Verified } from '../signature/verify.ts'
import type { ReadResponseOptions } from '../types.ts'
import { responseBounds } from '../xml/bounds.ts'
import { isNamed } from '../xml/read.ts'
import { decryptElement } from './decrypt.ts'
import { checkDecrypted, checkSignaturePlaces, onlyAssertion } from './shape.ts'

export type VerifiedParts = {
  readonly envelope: Element
  readonly envelopeSigned: boolean
  readonly assertion: Element
  /** The signature that covers the assertion, closest to it. */
  readonly verified: Verified
}

/**
 * Verifies every signature there is, the one on the response and the one on the assertion, opens an encrypted assertion
 * in between, and answers what may be read: of a signed element the bytes that were verified.
 */
export function verifiedParts(message: Message, o: ReadResponseOptions): VerifiedParts {
  const { checks } = o
  const carrier = onlyAssertion(message.root, checks)
  checkSignaturePlaces(message.root, [message.root, carrier], checks)
  const context = { ...o, keys: providerKeys(o.peer, checks), bounds: responseBounds }
  const verify = (root: Element) => {
    const layout = readSignature(root, checks)
    return layout === undefined ? undefined : verifyElement(layout, context)
  }
  const ofResponse = verify(message.root)
  const envelope = ofResponse?.root ?? message.root
  const within = onlyAssertion(envelope, checks)
  const encrypted = isNamed(within, ns.assertion, 'EncryptedAssertion')
  if (!encrypted && o.peer.requireEncryptedAssertions === true) checks.refuse('saml-not-encrypted')
  const source = encrypted ? decrypted(within, ofResponse !== undefined, o) : carrier
  const ofAssertion = verify(source)
  const verified = ofAssertion ?? ofResponse
  if (verified === undefined) return checks.refuse('saml-signature-missing')
  const signed = [...(ofResponse ? ['Response'] : []), ...(ofAssertion ? ['Assertion'] : [])]
  checks.passed('signature', { signed: signed.join(', ') })
  if (ofResponse !== undefined && ofResponse.key !== verified.key) checkCertificateDates(ofResponse.key, o)
  checkCertificateDates(verified.key, o)
  const assertion = ofAssertion?.root ?? (encrypted ? source : within)
  return { envelope, envelopeSigned: ofResponse !== undefined, assertion, verified }
}

function decrypted(encrypted: Element, underSignature: boolean, { self, peer, checks }: ReadResponseOptions): Element {
  const cbc = underSignature && peer.allowCbcWhenSigned === true
  const o = { keys: self.decryption, recipient: self.entityId, cbc, bounds: responseBounds, checks }
  const { root, ...algorithms } = decryptElement(encrypted, o)
  checks.passed('decryption', algorithms)
  checkDecrypted(root, checks)
  return root
}
