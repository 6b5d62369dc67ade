import * as v from 'valibot'

import { apiPrefix, type Endpoint } from '../kit/http/endpoint.ts'
import type { HttpPort, HttpRequest } from '../kit/http/port.ts'

export type Answer = {
  readonly endpoint: Endpoint
  readonly status?: number
  readonly etag?: string
  /** The body, or a function that makes it from the request. */
  readonly body?: unknown
}

/**
 * A server that answers from the contract, for tests: requests and answers are both checked against the schemas of the
 * endpoint. The answers for one endpoint are given in order, and the last one is repeated.
 */
export function answeringPort(answers: readonly Answer[]): HttpPort & { readonly sent: readonly HttpRequest[] } {
  const sent: HttpRequest[] = []
  const given = new Map<Endpoint, number>()
  return {
    sent,
    cookie: () => 'csrf-token',
    send: (request) => {
      sent.push(request)
      const own = answers.filter(({ endpoint }) => isOf(endpoint, request))
      const [first] = own
      if (first === undefined) throw new Error(`No answer is defined for ${request.method} ${request.path}.`)
      const turn = given.get(first.endpoint) ?? 0
      given.set(first.endpoint, turn + 1)
      const { endpoint, status = endpoint.success, etag, body } = own[Math.min(turn, own.length - 1)] ?? first
      if (endpoint.body !== undefined) v.parse(endpoint.body, JSON.parse(request.body as string))
      if (endpoint.reply !== undefined && status < 300) v.parse(endpoint.reply, body)
      return Promise.resolve({
        status,
        statusText: `status ${status}`,
        header: (name: string) => (name === 'etag' ? etag : undefined),
        text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)),
      })
    },
  }
}

function isOf(endpoint: Endpoint, { method, path }: HttpRequest): boolean {
  const pattern = (apiPrefix + endpoint.path).replaceAll(/\{\w+\}/g, '[^/?]+')
  return endpoint.method === method && new RegExp(`^${pattern}(?:\\?|$)`).test(path)
}
