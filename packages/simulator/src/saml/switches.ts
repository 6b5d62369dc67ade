import { changeByTable, type SwitchesOf, usualOf } from '../control/switch-table.ts'

/** Faults that a SAML provider can be configured to have. */
export const samlSwitchTable = {
  /** Seconds by which its clock is ahead (below zero: behind) in everything it sends. */
  clockOffsetSecs: { least: -86_400, most: 86_400 },
  /** The same key under a certificate that expired yesterday, in signatures and metadata. */
  expiredCertificate: 'flag',
  /** Signs with a key that it never published. */
  otherCertificate: 'flag',
  /** Metadata shows the next certificate too; the old key signs. */
  nextPublished: 'flag',
  /** A new key signs; metadata shows both certificates. */
  rotatedKeys: 'flag',
  /** Nothing in the response is signed. */
  unsignedAssertion: 'flag',
  wrongAudience: 'flag',
  wrongRecipient: 'flag',
  wrongDestination: 'flag',
  wrongIssuer: 'flag',
  wrongInResponseTo: 'flag',
  noNameId: 'flag',
  /** No attribute says the username. */
  noUsername: 'flag',
  /** Seconds by which AuthnInstant is too early: a session that the provider did not renew. */
  oldAuthnSecs: { least: 0, most: 86_400 },
  noGroups: 'flag',
  /** Answers a sign-in with this status and no assertion. */
  statusFailed: ['Responder', 'NoAuthnContext', 'InvalidNameIDPolicy'],
  /** Signs with rsa-sha1. */
  sha1: 'flag',
  unsignedLogoutResponse: 'flag',
  unsignedLogoutRequest: 'flag',
  /** Seconds to wait before each answer. */
  slowSecs: { least: 0, most: 120 },
  /** Posts the last response to this service provider again, if there was one. */
  replay: 'flag',
  /** The response breaks off in the middle. */
  badXml: 'flag',
  /** A forged assertion about another person precedes the signed one. */
  wrapped: 'flag',
  /** The assertion speaks, well signed, of another person than the one who signed in. */
  otherPerson: 'flag',
} as const

export type SamlSwitches = SwitchesOf<typeof samlSwitchTable>

export const usualSaml: SamlSwitches = usualOf(samlSwitchTable)

export function changeSamlSwitches(now: SamlSwitches, change: unknown): SamlSwitches {
  return changeByTable(samlSwitchTable, now, change)
}
