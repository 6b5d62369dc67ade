import { readFileSync } from 'node:fs'

import { ClientConfig, clientAuthMethods, textOfFile } from '@portico/core/contract'
import * as v from 'valibot'

import { readServiceProvider } from '../../applications/clients/service-provider.ts'
import { findSentence } from '../../kit/words/say.ts'
import { Failure } from '../../kit/http/failure.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `app register` that describe a client. Keys and certificates are files. */
export type ClientFlags = {
  readonly redirectUri?: readonly string[] | undefined
  readonly postLogoutRedirectUri?: readonly string[] | undefined
  readonly initiateLoginUri?: string | undefined
  readonly backchannelLogoutUri?: string | undefined
  readonly authMethod?: string | undefined
  readonly publicKey?: readonly string[] | undefined
  readonly jwksUri?: string | undefined
  readonly requirePkce?: boolean | undefined
  readonly dpop?: boolean | undefined
  readonly refreshTokens?: string | undefined
  readonly samlMetadata?: string | undefined
  readonly entityId?: string | undefined
  readonly acsUrl?: readonly string[] | undefined
  readonly sloUrl?: string | undefined
  readonly sloSoapUrl?: string | undefined
  readonly certificate?: readonly string[] | undefined
  readonly anyEmail?: boolean | undefined
  readonly ignoreRequestedContext?: boolean | undefined
  readonly encryptAssertions?: boolean | undefined
  readonly encryptionCertificate?: readonly string[] | undefined
}

/** The client that the flags describe. Throws with every mistake and its flag. */
export function clientConfigOf(flags: ClientFlags, nowMs: number): ClientConfig {
  const isOpenid = has(flags.redirectUri)
  const isSaml = flags.samlMetadata !== undefined || flags.entityId !== undefined || has(flags.acsUrl)
  if (isOpenid === isSaml)
    throw new UsageError(
      'Describe one client: --redirect-uri for OpenID Connect; --saml-metadata, or --entity-id and --acs-url, for SAML.',
    )
  const result = v.safeParse(ClientConfig, isOpenid ? openidOf(flags) : samlOf(flags, nowMs))
  if (result.success) return result.output
  const lines = result.issues.map(
    (issue) => `${v.getDotPath(issue) ?? 'client'}: ${findSentence(issue.message) ?? issue.message}`,
  )
  throw new UsageError(lines.join('\n'))
}

function openidOf(flags: ClientFlags) {
  const keys = (flags.publicKey ?? []).map(textOf)
  const withKeys = keys.length > 0 || flags.jwksUri !== undefined
  const { authMethod = withKeys ? 'private_key_jwt' : 'client_secret' } = flags
  if (!clientAuthMethods.some((one) => one === authMethod))
    throw new UsageError(`--auth-method is one of ${clientAuthMethods.join(', ')}.`)
  return {
    protocol: 'openid',
    redirectUris: flags.redirectUri,
    postLogoutRedirectUris: flags.postLogoutRedirectUri ?? [],
    initiateLoginUri: flags.initiateLoginUri ?? null,
    backchannelLogoutUri: flags.backchannelLogoutUri ?? null,
    authMethod,
    publicKeys: keys,
    jwksUri: flags.jwksUri ?? null,
    requirePkce: flags.requirePkce ?? true,
    dpopBound: flags.dpop ?? false,
    refreshTokens: flags.refreshTokens ?? 'none',
  }
}

/** Metadata, with what other flags say instead. */
function samlOf(flags: ClientFlags, nowMs: number) {
  const { samlMetadata, entityId, acsUrl, sloUrl, sloSoapUrl, anyEmail, ignoreRequestedContext, encryptAssertions } =
    flags
  const certificates = (flags.certificate ?? []).map(textOf)
  const encryptionCertificates = (flags.encryptionCertificate ?? []).map(textOf)
  return {
    protocol: 'saml',
    ...(samlMetadata === undefined ? {} : ofMetadata(textOf(samlMetadata), nowMs)),
    ...(entityId === undefined ? {} : { entityId }),
    ...(has(acsUrl) ? { acsUrls: acsUrl } : {}),
    ...(sloUrl === undefined ? {} : { sloUrl }),
    ...(sloSoapUrl === undefined ? {} : { sloSoapUrl }),
    ...(certificates.length === 0 ? {} : { signingCertificates: certificates }),
    ...(encryptionCertificates.length === 0 ? {} : { encryptionCertificates }),
    ...(anyEmail === undefined ? {} : { anyEmail }),
    ...(ignoreRequestedContext === undefined ? {} : { ignoreRequestedContext }),
    ...(encryptAssertions === undefined ? {} : { encryptAssertions }),
  }
}

function ofMetadata(xml: string, nowMs: number) {
  try {
    return readServiceProvider(xml, 'document', nowMs).config
  } catch (error) {
    throw error instanceof Failure ? new Error(`--saml-metadata: ${error.message}`, { cause: error }) : error
  }
}

const has = (list: readonly string[] | undefined) => list !== undefined && list.length > 0
const textOf = (path: string) => textOfFile(readFileSync(path))
