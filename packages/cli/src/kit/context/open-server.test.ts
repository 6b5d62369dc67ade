import { createClient, extractPublicKey, getIdleTime, putIdleTime, type HttpPort } from '@portico/core'
import { expect, test } from 'vitest'

import { serverWith } from './open-server.ts'

const clock = { now: () => 0 }

/** A server that answers every call, and what was sent to it. */
async function open(isDryRun: boolean) {
  const sent: string[] = []
  const http: HttpPort = {
    send({ method, path }) {
      sent.push(`${method} ${path.split('?')[0]}`)
      return Promise.resolve({
        status: 200,
        statusText: '',
        header: () => undefined,
        text: () => Promise.resolve('{}'),
      })
    },
    cookie: () => undefined,
  }
  const portTo = () => Promise.resolve(http)
  const clientOf = (port: HttpPort) => createClient({ http: port, clock })
  return { sent, server: await serverWith('https://portico.example', 't', { portTo, clientOf, clock, isDryRun }) }
}

const idleTime = { body: { idletime: '01:00' } }

test('a dry run sends no call that changes something, whatever the command does', async () => {
  const { sent, server } = await open(true)
  await expect(async () => server.call(putIdleTime, idleTime)).rejects.toThrow('A dry run would have sent PUT')
  await expect(async () => server.attempt(putIdleTime, idleTime)).rejects.toThrow('A dry run would have sent PUT')
  await expect(async () => server.raw({ method: 'DELETE', path: '/api/x' })).rejects.toThrow('would have sent DELETE')
  expect(sent).toEqual([])
})

test('a dry run reads, also with a POST that changes nothing', async () => {
  const { sent, server } = await open(true)
  await server.attempt(getIdleTime, {})
  await server.attempt(extractPublicKey, { body: { file: new Blob(['pem']) } })
  await server.raw({ method: 'GET', path: '/api/x' })
  expect(sent).toHaveLength(3)
})

test('without a dry run the call is sent', async () => {
  const { sent, server } = await open(false)
  await server.attempt(putIdleTime, idleTime)
  await server.raw({ method: 'DELETE', path: '/api/x' })
  expect(sent).toEqual([`PUT /api${putIdleTime.path}`, 'DELETE /api/x'])
})
