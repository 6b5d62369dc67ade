import { expect, test } from 'vitest'

import { AnswerHeaders } from './answer-headers.ts'

test('a name is one header however it is written, and each cookie has its own line', () => {
  const headers = new AnswerHeaders()
  headers.set('Cache-Control', 'no-store')
  headers.set('cache-control', 'private')
  headers.append('Vary', 'Accept')
  headers.append('vary', 'Accept-Encoding')
  expect(new Response('', { headers: headers.init }).headers.get('vary')).toBe('Accept, Accept-Encoding')
  headers.append('Set-Cookie', 'a=1')
  headers.append('Set-Cookie', 'b=2')
  const sent = new Response('', { headers: headers.init }).headers
  expect(sent.get('cache-control')).toBe('private')
  expect(sent.getSetCookie()).toEqual(['a=1', 'b=2'])
})
