import { createHash, randomBytes } from 'node:crypto'

import type { AzureProviderConfig, Simulator } from '../index.ts'
import { type Browser, formOf, openBrowser } from './browser.ts'

export const tenantId = '3f0c1c5e-7a52-4b1e-9d0a-5b6d1f2e3a4b'
export const applicationId = 'a1b2c3d4-0000-4000-8000-00000000000a'
export const applicationSecret = 'an-application-secret~1'
export const callback = 'http://127.0.0.1:9/azure/callback'
export const dana = { username: 'dana@acme.example', password: 'correct horse' }

/** A directory with two people; `dana` is in two of its three groups. */
export function directory(change: Partial<AzureProviderConfig> = {}): AzureProviderConfig {
  return {
    id: 'entra2',
    kind: 'azure',
    version: 2,
    name: 'Acme Directory',
    tenantId,
    domains: ['acme.example'],
    groups: [
      { name: 'Sales' },
      { name: 'Sales EMEA', id: '11111111-2222-4333-8444-555555555555' },
      { name: "O'Neill" },
    ],
    people: [
      {
        ...dana,
        name: 'Dana Scully',
        givenName: 'Dana',
        familyName: 'Scully',
        email: 'dana.scully@acme.example',
        groups: ['Sales', 'Sales EMEA'],
      },
      { username: 'fox@acme.example', password: 'battery staple', name: 'Fox Mulder' },
    ],
    clients: [
      {
        clientId: applicationId,
        clientSecret: applicationSecret,
        nextClientSecret: 'an-application-secret~2',
        redirectUris: [callback],
        postLogoutRedirectUris: ['http://127.0.0.1:9/signed-out'],
      },
    ],
    ...change,
  }
}

export type AzureMetadata = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  userinfo_endpoint: string
  end_session_endpoint: string
}

/** An application of the directory that sends requests as Microsoft documents them and reports the answers. */
export function application(simulator: Simulator, version: 1 | 2, tenant = 'acme.example') {
  const verifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')

  async function metadata(): Promise<AzureMetadata> {
    const path = version === 1 ? tenant : `${tenant}/v2.0`
    const answer = await fetch(`${simulator.azure.authority}/${path}/.well-known/openid-configuration`)
    return (await answer.json()) as AzureMetadata
  }

  async function authorizeUrl(extra: Record<string, string> = {}): Promise<string> {
    const url = new URL((await metadata()).authorization_endpoint)
    url.search = new URLSearchParams({
      client_id: applicationId,
      response_type: 'code',
      redirect_uri: callback,
      ...(version === 1 ? { resource: 'https://graph.microsoft.com' } : { scope: 'openid profile email' }),
      state: 'a state',
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    }).toString()
    return url.href
  }

  async function toLogin(browser: Browser, extra: Record<string, string> = {}) {
    const from = await authorizeUrl(extra)
    return browser.follow(await browser.go(from), from)
  }

  async function authorize(extra: Record<string, string> = {}, person = dana, browser = openBrowser()) {
    const login = await toLogin(browser, extra)
    const { action } = formOf(await login.response.text())
    const submitted = await browser.post(new URL(action, login.address).href, person)
    const end = await browser.follow(submitted, login.address)
    const form = extra['response_mode'] === 'form_post' ? formOf(await end.response.text()) : undefined
    const sent = new URLSearchParams(form?.fields ?? new URL(end.address).searchParams)
    return { browser, end, form, sent }
  }

  async function token(fields: Record<string, string>): Promise<Response> {
    const secret = { client_id: applicationId, client_secret: applicationSecret }
    const body = new URLSearchParams({ ...secret, ...fields })
    return fetch((await metadata()).token_endpoint, { method: 'POST', body })
  }

  const redeem = (code: string, change: Record<string, string> = {}) =>
    token({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...change })

  /** The whole flow, up to the ID token. */
  async function signIn(person = dana): Promise<{ id_token: string; access_token: string } & Record<string, unknown>> {
    const { sent } = await authorize({}, person)
    const answer = await redeem(sent.get('code') ?? '')
    return (await answer.json()) as { id_token: string; access_token: string }
  }

  /** Graph as the application itself, by client credentials. */
  async function graph(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const asked =
      version === 1 ? { resource: 'https://graph.microsoft.com' } : { scope: `${simulator.azure.graph}/.default` }
    const granted = (await (await token({ grant_type: 'client_credentials', ...asked })).json()) as {
      access_token: string
    }
    const answer = await fetch(path.startsWith('http') ? path : `${simulator.azure.graph}/v1.0${path}`, {
      headers: { authorization: `Bearer ${granted.access_token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as GraphAnswer }
  }

  return { nonce, metadata, authorizeUrl, toLogin, authorize, token, redeem, signIn, graph }
}

export type GraphAnswer = {
  value?: unknown[]
  error?: { code: string; message: string }
  '@odata.nextLink'?: string
} & Record<string, unknown>
