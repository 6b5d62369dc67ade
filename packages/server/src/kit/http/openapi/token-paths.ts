import type { JsonSchema } from './schemas.ts'

export const tokenTag = {
  name: 'Access tokens',
  description: 'The OAuth 2.0 endpoints: access tokens of service accounts, and what an API asks of a token.',
}

const text = { type: 'string' }
const object = (properties: JsonSchema, required: readonly string[]): JsonSchema => ({
  type: 'object',
  required,
  properties,
})
const json = (description: string, schema: JsonSchema) => ({ description, content: { 'application/json': { schema } } })

const oauthError = json(
  'OAuth error (RFC 6749 section 5.2)',
  object({ error: text, error_description: text }, ['error']),
)

function posted(
  operationId: string,
  o: {
    readonly summary: string
    readonly caller: string
    readonly body: JsonSchema
    readonly success: JsonSchema
  },
): JsonSchema {
  return {
    post: {
      tags: [tokenTag.name],
      operationId,
      summary: o.summary,
      security: [],
      'x-callers': [o.caller],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: o.body } } },
      responses: { 200: o.success, 400: oauthError, 401: oauthError, 429: oauthError },
    },
  }
}

function read(operationId: string, summary: string, responses: JsonSchema): JsonSchema {
  return {
    get: {
      tags: [tokenTag.name],
      operationId,
      summary,
      security: [],
      'x-callers': ['Anyone, without a session or an access token.'],
      responses,
    },
  }
}

/** By which a service account proves who it is (RFC 7523 section 2.2). */
const clientAssertion = {
  client_assertion_type: { const: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
  client_assertion: { ...text, description: 'A JWT that a key of the service account signed' },
}
const account = 'Service accounts, with an assertion; registered applications, with their own grants; the command line.'
const owner = 'Service accounts and registered applications, each authenticated as at /oauth2/token.'

/** The OAuth endpoints are not in the contract and are listed here. */
export const tokenPaths: Readonly<Record<string, unknown>> = {
  '/.well-known/openid-configuration': read('discovery', 'OpenID Connect discovery', {
    200: { description: 'Metadata' },
  }),
  '/oauth2/jwks': read('jwks', 'Public keys of issued tokens (RFC 7517)', { 200: { description: 'Key set' } }),
  '/oauth2/authorize': read('authorize', 'Ask a person to sign the command line on their machine in (RFC 8252)', {
    303: { description: 'The page that asks' },
  }),
  '/oauth2/device_authorization': posted('deviceAuthorization', {
    summary: 'Ask for a code for signing in at a command line (RFC 8628)',
    caller: 'The command line, without a session or an access token.',
    body: object({ client_id: { const: 'portico-cli' } }, ['client_id']),
    success: json(
      'Device code and user code',
      object(
        {
          device_code: text,
          user_code: text,
          verification_uri: { ...text, format: 'uri' },
          verification_uri_complete: { ...text, format: 'uri' },
          expires_in: { type: 'integer', description: 'Seconds' },
          interval: { type: 'integer', description: 'Seconds between two polls' },
        },
        ['device_code', 'user_code', 'verification_uri', 'expires_in', 'interval'],
      ),
    ),
  }),
  '/oauth2/token': posted('token', {
    summary: 'Exchange an assertion of a service account (RFC 7523), or what a person allowed, for an access token',
    caller: account,
    body: object(
      {
        grant_type: { const: 'client_credentials' },
        ...clientAssertion,
        resource: {
          ...text,
          description: 'URN of an application that the account uses; without it, the API of Portico',
        },
      },
      ['grant_type', 'client_assertion_type', 'client_assertion'],
    ),
    success: json(
      'Access token',
      object(
        {
          access_token: text,
          token_type: { ...text, enum: ['Bearer', 'DPoP'] },
          expires_in: { type: 'integer', description: 'Seconds' },
        },
        ['access_token', 'token_type', 'expires_in'],
      ),
    ),
  }),
  '/oauth2/introspect': posted('introspect', {
    summary: 'Ask whether a token is valid at this moment, and with which roles (RFC 7662)',
    caller: owner,
    body: object({ token: text, ...clientAssertion }, ['token']),
    success: json(
      'What the caller may know of the token; only `active` for any other token',
      object(
        {
          active: { type: 'boolean' },
          sub: text,
          aud: { description: 'URN of the application, or a list of them' },
          exp: { type: 'integer', description: 'Seconds since 1970' },
          roles: { type: 'array', items: text },
        },
        ['active'],
      ),
    ),
  }),
  '/oauth2/revoke': posted('revoke', {
    summary: 'Revoke a token (RFC 7009); the answer is the same for an unknown one',
    caller: owner,
    body: object({ token: text, ...clientAssertion }, ['token']),
    success: { description: 'Success, without a body' },
  }),
}
