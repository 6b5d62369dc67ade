import type { KeyLike } from 'node:crypto'

import type { NameIdFormat, SamlBinding } from '@portico/core/contract'

import type { Checks } from '../../kit/checks/checks.ts'
import type { ParsedKeys } from '../../kit/keys/parsed-keys.ts'
import type { XmlSource } from './xml/source.ts'

/** Which of the provider's certificates: those of its row, or one that its metadata shows now. */
export type CertificateSlot = 1 | 2 | 'metadata'

/** The provider as its row says it. */
export type SamlPeer = {
  readonly entityId: string
  readonly ssoUrl: string
  readonly ssoBinding: SamlBinding
  readonly sloUrl?: string | undefined
  readonly sloBinding: SamlBinding
  /** Where logout answers go, if not to `sloUrl`. */
  readonly sloResponseUrl?: string | undefined
  /** `CERTIFICATE` or `PUBLIC KEY` in PEM. */
  readonly certificates: readonly { readonly slot: CertificateSlot; readonly pem: string }[]
  /** Reads them; without it they are parsed each time. */
  readonly readKey?: ParsedKeys['read'] | undefined
  /** Fingerprint (SHA-256 of the certificate's DER, hexadecimal) → how long it is usable after its expiry, ms. */
  readonly extensions: ReadonlyMap<string, number>
  readonly nameIdFormat: NameIdFormat
  readonly omitNameIdPolicy: boolean
  /** Absent, or without classes: nothing is asked for. */
  readonly requestedAuthnContext?:
    | { readonly comparison: 'exact' | 'minimum' | 'maximum' | 'better'; readonly classes: readonly string[] }
    | undefined
  readonly slackSecs: number
  /**
   * Also takes assertions encrypted with AES-CBC, if the response around them is signed: what SimpleSAMLphp 1, ADFS and
   * Entra ID can do. Absent: only AES-GCM.
   */
  readonly allowCbcWhenSigned?: boolean | undefined
  /** Absent: unencrypted assertions are accepted. */
  readonly requireEncryptedAssertions?: boolean | undefined
}

/** Our side towards this provider. Certificates and decryption keys in PEM. */
export type SamlSelf = {
  readonly entityId: string
  readonly acsUrl: string
  readonly sloUrl: string
  /** Where logout messages come by SOAP; absent: they do not. */
  readonly sloSoapUrl?: string | undefined
  readonly signing: { readonly privateKey: KeyLike; readonly certificate: string }
  /** Private keys, in the order they are tried: current, previous, next. */
  readonly decryption: readonly string[]
}

/** A message on its way out, through the browser: follow the URL, or post the fields. */
export type Outgoing =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'post'; readonly action: string; readonly fields: Readonly<Record<string, string>> }

/** Verbatim, as single logout has to repeat it; never trimmed. */
export type SamlNameId = {
  readonly value: string
  readonly format: string | null
  readonly nameQualifier: string | null
  readonly spNameQualifier: string | null
}

/** What a verified response says. Everything but `responseId` comes from bytes that the provider signed. */
export type SamlAssertion = {
  readonly assertionId: string
  /** For the log only: the status of an unsigned response is not authenticated. */
  readonly responseId: string
  readonly issuer: string
  /** null: the provider named no person (ADFS without a rule for it); the subject is then an attribute, or absent. */
  readonly nameId: SamlNameId | null
  readonly sessionIndex: string | null
  readonly sessionNotOnOrAfterMs: number | null
  /** AuthnInstant, the oldest of several: when the provider checked the person's credentials. */
  readonly authenticatedMs: number | null
  /** IssueInstant of the assertion. */
  readonly issuedMs: number | undefined
  /** The assertion id has to be remembered until then: NotOnOrAfter of its confirmation and the slack. */
  readonly replayUntilMs: number
  /** Values by the attribute's Name, without white space around them. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  readonly signedBy: SignedBy
  readonly authnContextClass: string | null
}

export type SignedBy = { readonly slot: CertificateSlot; readonly fingerprint: string }

export type ReadResponseOptions = {
  readonly peer: SamlPeer
  readonly self: SamlSelf
  /** Id of our AuthnRequest. null: unsolicited; only where the caller allows that. */
  readonly requestId: string | null
  readonly nowMs: number
  readonly checks: Checks
}

/** A logout message as it arrived. */
export type LogoutMessage =
  /** `rawQuery` is undecoded, without the question mark: the signature covers it byte for byte. */
  | { readonly binding: 'redirect'; readonly rawQuery: string }
  | { readonly binding: 'post'; readonly fields: Readonly<Record<string, string>> }
  | { readonly binding: 'soap'; readonly envelope: XmlSource }

export type ReadLogoutOptions = Omit<ReadResponseOptions, 'requestId'>

export type SamlLogoutRequest = {
  readonly id: string
  readonly issuer: string
  readonly nameId: SamlNameId
  /** Empty: all sessions of the person. */
  readonly sessionIndexes: readonly string[]
  readonly relayState: string | null
  readonly signedBy: SignedBy
}

/** The last parts of the status URNs; `nested` and `message` as the provider says them. */
export type SamlStatus = { readonly code: string; readonly nested: string | null; readonly message: string | null }

export type SamlLogoutResponse = {
  readonly inResponseTo: string | null
  readonly status: SamlStatus
  /** Entra does not sign them; the session here is over already, so such an answer is taken for what it is. */
  readonly signed: boolean
  readonly relayState: string | null
}

/** Our answer to a logout request: success (of all, or only of some participants), an invalid request, or an error on our side. */
export type LogoutOutcome = 'Success' | 'PartialLogout' | 'Requester' | 'Responder'
