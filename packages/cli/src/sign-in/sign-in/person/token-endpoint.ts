import { networkProblem, type HttpPort } from '@portico/core'

import { fail } from '../../../kit/errors/failure.ts'
import { failureOf } from '../../../kit/errors/problem-failure.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

export type Said = {
  readonly status: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestID: string | undefined
}

/** Posts a form to an OAuth endpoint and returns the response unchanged. Fails as network without a response. */
export async function postForm(http: HttpPort, path: string, form: Readonly<Record<string, string>>): Promise<Said> {
  const body = new URLSearchParams(form).toString()
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' }
  try {
    const answer = await http.send({ method: 'POST', path, headers, body })
    return { status: answer.status, fields: objectOf(await answer.text()), requestID: answer.header('x-request-id') }
  } catch (reason) {
    const failure = failureOf(networkProblem(reason))
    return fail(failure.kind, failure.said ?? failure.message, failure)
  }
}

/** The access token in a response, or undefined. */
export function accessTokenOf({ status, fields }: Said): string | undefined {
  const { access_token: token, token_type: type } = fields
  return status === 200 && typeof token === 'string' && /^bearer$/i.test(String(type)) ? token : undefined
}

/** The failure for a response that is neither a token nor an error that the caller handles. */
export function unexpected({ status, fields, requestID }: Said): never {
  if (status === 404 || Object.keys(fields).length === 0)
    return fail('failure', phrase`The server does not sign people in at a shell (status ${status}).`, { requestID })
  const { error, error_description: description } = fields
  return fail(
    'failure',
    typeof description === 'string' ? description : phrase`The server did not issue a token (status ${status}).`,
    { errorID: typeof error === 'string' ? error : undefined, requestID },
  )
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
