import { createHash, randomBytes } from 'node:crypto'

import type { Simulator } from '../index.ts'
import { type Browser, formOf, openBrowser } from './browser.ts'
import { ada, clientSecret, redirectUri } from './fixture.ts'

export type Metadata = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  userinfo_endpoint: string
  end_session_endpoint: string
}
export type TokenAnswer = { id_token: string; access_token: string } & Record<string, unknown>

/** A relying party that follows the standard and reports the answers without trusting them. */
export function relyingParty(simulator: Simulator, providerId = 'acme') {
  const verifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const state = randomBytes(16).toString('base64url')

  async function metadata(): Promise<Metadata> {
    const answer = await fetch(`${simulator.issuer(providerId)}/.well-known/openid-configuration`)
    return (await answer.json()) as Metadata
  }

  async function authorizeUrl(extra: Record<string, string> = {}): Promise<string> {
    const url = new URL((await metadata()).authorization_endpoint)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    url.search = new URLSearchParams({
      client_id: 'portico',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email groups',
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...extra,
    }).toString()
    return url.href
  }

  /** Brings a browser to the login page; answers that page and its address. */
  async function toLogin(browser: Browser, extra: Record<string, string> = {}) {
    const from = await authorizeUrl(extra)
    return browser.follow(await browser.go(from), from)
  }

  /** Signs a person in; answers the authorization response, however it came. */
  async function authorize(extra: Record<string, string> = {}, person = ada, browser = openBrowser()) {
    const login = await toLogin(browser, extra)
    const { action } = formOf(await login.response.text())
    const submitted = await browser.post(new URL(action, login.address).href, {
      username: person.username,
      password: person.password,
    })
    const end = await browser.follow(submitted, login.address)
    const sent = new URLSearchParams(
      extra['response_mode'] === 'form_post'
        ? formOf(await end.response.text()).fields
        : new URL(end.address).searchParams,
    )
    return { browser, end, sent }
  }

  async function redeem(code: string, by: 'basic' | 'post' = 'basic'): Promise<Response> {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(by === 'post' ? { client_id: 'portico', client_secret: clientSecret } : {}),
    })
    const basic = `Basic ${Buffer.from(`portico:${clientSecret}`).toString('base64')}`
    return fetch((await metadata()).token_endpoint, {
      method: 'POST',
      body,
      headers: by === 'basic' ? { authorization: basic } : {},
    })
  }

  /** The whole flow, up to the token endpoint's answer. */
  async function signIn(): Promise<TokenAnswer> {
    const { sent } = await authorize()
    const answer = await redeem(sent.get('code') ?? '')
    return (await answer.json()) as TokenAnswer
  }

  async function userinfo(accessToken: string): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch((await metadata()).userinfo_endpoint, { headers })
    return (await answer.json()) as Record<string, unknown>
  }

  return { nonce, state, metadata, authorizeUrl, toLogin, authorize, redeem, signIn, userinfo }
}
