import { get } from 'node:http'

import type { HttpPort } from '@portico/core'
import { describe, expect, test } from 'vitest'

import { CommandFailure } from '../../../kit/errors/failure.ts'
import { pollForToken } from './by-device.ts'
import { signInByLoopback } from './by-loopback.ts'
import { listenForBrowser } from './loopback-listener.ts'

const silent: HttpPort = { cookie: () => undefined, send: () => Promise.reject(new Error('nothing is sent')) }

describe('polling', () => {
  const waiting = {
    deviceCode: 'x',
    userCode: 'WDJB-MJHT',
    address: '',
    completeAddress: '',
    intervalSecs: 5,
    lifeSecs: 600,
    endsAt: 600_000,
  }

  /** Runs the poll with a simulated clock; returns each wait in seconds. */
  async function waits(answers: readonly (string | undefined)[]): Promise<{ waits: number[]; end: unknown }> {
    let now = 0
    const slept: number[] = []
    const left = [...answers]
    const http: HttpPort = {
      cookie: () => undefined,
      send: async () => {
        const error = left.length > 1 ? left.shift() : left[0]
        if (error === undefined) throw new Error('connection refused')
        const body =
          error === 'token' ? { access_token: 'token', token_type: 'Bearer' } : { error, error_description: error }
        const text = () => Promise.resolve(JSON.stringify(body))
        return { status: error === 'token' ? 200 : 400, statusText: '', header: () => undefined, text }
      },
    }
    const sleep = async (ms: number) => {
      slept.push(ms / 1000)
      now += ms
    }
    const end = await pollForToken(waiting, { http, clock: { now: () => now }, sleep }).catch((reason: unknown) =>
      reason instanceof CommandFailure ? reason.failure.kind : reason,
    )
    return { waits: slept, end }
  }

  test('keeps the interval, and adds five seconds for good at each slow_down', async () => {
    const answers = ['authorization_pending', 'slow_down', 'authorization_pending', 'slow_down', 'token']
    expect(await waits(answers)).toEqual({ waits: [5, 5, 10, 10, 15], end: 'token' })
  })

  test('continues, more slowly, when the server is unreachable for a moment', async () => {
    expect(await waits([undefined, 'authorization_pending', 'token'])).toEqual({ waits: [5, 10, 10], end: 'token' })
  })

  test('gives up when the code is too old, also if the server never says so', async () => {
    const { waits: slept, end } = await waits(['authorization_pending'])
    expect([slept.length, end]).toEqual([120, 'sign-in'])
  })
})

describe('waiting for the browser', () => {
  test('ends with the command for a code, and names the clocks', async () => {
    const ports = { http: silent, open: () => true, say: () => undefined, timeoutMs: 20 }
    const ended = signInByLoopback('http://127.0.0.1:1', ports, () => Promise.resolve())
    await expect(ended).rejects.toMatchObject({
      failure: {
        kind: 'sign-in',
        hint: 'portico login --device',
        message: expect.stringContaining('clocks') as string,
      },
    })
  })

  test('listens only on 127.0.0.1, and not to another name of this machine', async () => {
    const listener = await listenForBrowser('state')
    try {
      expect(listener.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
      const { port } = new URL(listener.redirectUri)
      await expect(fetch(`http://[::1]:${port}/callback?state=state`)).rejects.toThrow()
      expect(await statusFor(Number(port), 'evil.example')).toBe(404)
      expect(await statusFor(Number(port), `localhost:${port}`)).toBe(404)
      expect((await fetch(`${listener.redirectUri}?state=other`)).status).toBe(400)
      expect(await listener.visit(10)).toBeUndefined()
    } finally {
      await listener.close()
    }
  })
})

/** A request with another host name, as after DNS rebinding. */
function statusFor(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/callback?state=state', headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })
}
