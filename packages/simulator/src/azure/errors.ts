import { randomUUID } from 'node:crypto'

/** An error of the authority: Microsoft's number, its OAuth error, and its sentence. */
export type AadFailure = { number: string; error: string; sentence: string; status: number }

/** The errors that the simulator knows, by cause. */
export const aadFailures = {
  noSuchTenant: (tenant: string) =>
    failure(
      '90002',
      'invalid_tenant',
      `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`,
    ),
  unknownApplication: (clientId: string, name: string) =>
    failure(
      '700016',
      'unauthorized_client',
      `Application with identifier '${clientId}' was not found in the directory '${name}'.`,
    ),
  wrongRedirect: (uri: string, clientId: string) =>
    failure(
      '50011',
      'invalid_request',
      `The redirect URI '${uri}' specified in the request does not match the redirect URIs configured for the application '${clientId}'.`,
    ),
  missing: (name: string) =>
    failure('900144', 'invalid_request', `The request body must contain the following parameter: '${name}'.`),
  unsupportedResponseType: (found: string) =>
    failure('700054', 'unsupported_response_type', `response_type '${found}' is not enabled for the application.`),
  unsupportedResponseMode: (found: string) =>
    failure(
      '70007',
      'invalid_request',
      `'${found}' is not a supported value of 'response_mode' when requesting a code.`,
    ),
  signInNeeded: () => failure('50058', 'login_required', 'A silent sign-in request was sent but no user is signed in.'),
  cancelled: () => failure('65004', 'access_denied', 'User declined to sign in to the application.'),
  noSecret: () =>
    failure(
      '7000218',
      'invalid_client',
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
      401,
    ),
  wrongSecret: (clientId: string) =>
    failure(
      '7000215',
      'invalid_client',
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${clientId}'.`,
      401,
    ),
  expiredSecret: (clientId: string) =>
    failure('7000222', 'invalid_client', `The provided client secret keys for app '${clientId}' are expired.`, 401),
  unsupportedGrant: (found: string) =>
    failure('70003', 'unsupported_grant_type', `The app requested an unsupported grant type '${found}'.`),
  unknownCode: () =>
    failure('9002313', 'invalid_grant', 'Invalid request. Request is malformed or invalid: the code is not known.'),
  usedCode: () =>
    failure(
      '54005',
      'invalid_grant',
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code.',
    ),
  expiredCode: () => failure('70008', 'invalid_grant', 'The provided authorization code has expired.'),
  redirectDiffers: () =>
    failure(
      '500112',
      'invalid_grant',
      'The reply address does not match the reply address of the authorization request.',
    ),
  wrongVerifier: () =>
    failure(
      '501481',
      'invalid_grant',
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
    ),
  unknownResource: (found: string) =>
    failure('500011', 'invalid_resource', `The resource principal named ${found} was not found in the tenant.`),
  notDefaultScope: (found: string) =>
    failure(
      '1002012',
      'invalid_scope',
      `The provided value for scope ${found} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier.`,
    ),
} as const

function failure(number: string, error: string, sentence: string, status = 400): AadFailure {
  return { number, error, sentence, status }
}

/** `AADSTS50011: The redirect URI … Trace ID: … Correlation ID: … Timestamp: …` */
export function describe({ number, sentence }: AadFailure, now: number): { text: string; ids: AadIds } {
  const ids = { trace_id: randomUUID(), correlation_id: randomUUID(), timestamp: timestamp(now) }
  const text = `AADSTS${number}: ${sentence} Trace ID: ${ids.trace_id} Correlation ID: ${ids.correlation_id} Timestamp: ${ids.timestamp}`
  return { text, ids }
}

type AadIds = { trace_id: string; correlation_id: string; timestamp: string }

/** The JSON body of an error at the token endpoint and similar ones. */
export function failureBody(failed: AadFailure, now: number): Record<string, unknown> {
  const { text, ids } = describe(failed, now)
  const error_codes = [Number(failed.number)]
  return { error: failed.error, error_description: text, error_codes, ...ids }
}

/** `2026-11-21 15:04:05Z` */
function timestamp(now: number): string {
  return new Date(now).toISOString().replace('T', ' ').replace(/\.\d+/, '')
}
