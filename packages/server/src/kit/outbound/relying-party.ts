import type { ResponseMode, SignatureAlgorithm, TokenAuthMethod } from '@portico/core/contract'

import type { Checks } from '../checks/checks.ts'

/** A provider of any type as the OpenID Connect flow uses it: its names, its addresses, what we send. */
export type RelyingParty = {
  readonly providerId: string
  readonly clientId: string
  /** undefined: a public client. */
  readonly clientSecret: string | undefined
  readonly tokenAuthMethod: TokenAuthMethod
  /** Azure AD: the day the secret expires, and whether it has; undefined for providers without such days. */
  readonly secretEndsOn?: { readonly day: string | undefined; readonly passed: boolean }
  readonly issuer: IssuerRule
  /** Where the discovery document is. */
  readonly discoveryUrl: string
  /** Addresses an administrator typed: they win over discovery. */
  readonly addresses: {
    readonly authorization?: string | undefined
    readonly token?: string | undefined
    readonly jwks?: string | undefined
    readonly userinfo?: string | undefined
    readonly endSession?: string | undefined
  }
  readonly responseMode: ResponseMode
  readonly scope: string
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly disableSignatureVerification: boolean
  /** Sent with the authorization request beside the standard parameters. */
  readonly extraParameters: Readonly<Record<string, string>>
}

/** Whom a provider's document and its ID tokens have to name. */
export type IssuerRule = {
  /** For the flight recorder. */
  readonly expected: string
  /** The issuer that ID tokens must name, from the `issuer` of a discovery document; undefined for another party's. */
  of(named: unknown): string | undefined
  /** What a provider's tokens say of where they are from, beside `iss`. */
  check?(claims: Readonly<Record<string, unknown>>, issuer: string, checks: Checks): void
}
