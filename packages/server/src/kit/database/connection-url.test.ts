import { expect, onTestFinished, test, vi } from 'vitest'

import { readConnectionUrl } from './connection-url.ts'

const read = (url: string) => {
  const { hosts, user, password, database } = readConnectionUrl(url)
  return { hosts: hosts?.inOrder(), wanted: hosts?.wanted, limit: hosts?.connectMaxMs, user, password, database }
}

test.for([
  ['postgresql://o:p%40ss@db.example:5433/portico', [['db.example', 5433]]],
  ['postgresql://o:p%40ss@db.example/portico', [['db.example', 5432]]],
  ['postgresql://o:p%40ss@[2001:db8::1]:5433/portico', [['2001:db8::1', 5433]]],
  [
    'postgresql://o:p%40ss@one.example:5433,two.example/portico',
    [
      ['one.example', 5433],
      ['two.example', 5432],
    ],
  ],
  [
    'postgresql://o:p%40ss@[2001:db8::1],[2001:db8::2]:5434/portico',
    [
      ['2001:db8::1', 5432],
      ['2001:db8::2', 5434],
    ],
  ],
  [
    'postgresql://o:p%40ss@/portico?host=one.example,two.example',
    [
      ['one.example', 5432],
      ['two.example', 5432],
    ],
  ],
  [
    'postgresql://o:p%40ss@/portico?host=one,2001%3Adb8%3A%3A2&port=5433,5434',
    [
      ['one', 5433],
      ['2001:db8::2', 5434],
    ],
  ],
  [
    'postgresql://o:p%40ss@/portico?host=one.example,two.example&port=5433',
    [
      ['one.example', 5433],
      ['two.example', 5433],
    ],
  ],
  [
    'postgresql://o:p%40ss@%2Frun%2Fpostgres,two.example:5433/portico',
    [
      ['/run/postgres', 5432],
      ['two.example', 5433],
    ],
  ],
] as const)('%s names these hosts', ([url, places]) => {
  expect(read(url)).toMatchObject({
    hosts: places.map(([host, port]) => ({ host, port })),
    user: 'o',
    password: 'p@ss',
    database: 'portico',
  })
})

test('several hosts are asked for a session that can write unless the URL says otherwise, and each has 2 s', () => {
  expect(read('postgresql://o@one/portico')).toMatchObject({ wanted: 'any', limit: undefined })
  expect(read('postgresql://o@one,two/portico')).toMatchObject({ wanted: 'read-write', limit: 2_000 })
  expect(read('postgresql://o@one,two/portico?target_session_attrs=any')).toMatchObject({ wanted: 'any' })
  expect(read('postgresql://o@one,two/portico?connect_timeout=7&target_session_attrs=primary')).toMatchObject({
    wanted: 'primary',
    limit: 7_000,
  })
  expect(read('postgresql://o@one/portico?target_session_attrs=read-write&connect_timeout=1')).toMatchObject({
    wanted: 'read-write',
    limit: 2_000,
  })
  expect(read('postgresql://o@one,two/portico?connect_timeout=0').limit).toBe(0)
})

test.for([
  'postgresql://o@one:1,two:2/portico?port=1,2,3',
  'postgresql://o@/portico?host=one,two,three&port=1,2',
  'postgresql://o@one:x,two/portico',
  'postgresql://o@one:70000,two/portico',
  'postgresql://o@2001:db8::1,two/portico',
  'postgresql://o@one,two/portico?target_session_attrs=standby',
  'postgresql://o@one,two/portico?connect_timeout=soon',
])('%s is rejected', (url) => {
  expect(() => readConnectionUrl(url)).toThrow()
})

test.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
  'sslmode=%s verifies the certificate without a warning',
  async (mode) => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    onTestFinished(() => warned.mockRestore())
    for (const hosts of ['one', 'one,two'])
      expect(readConnectionUrl(`postgresql://o@${hosts}/portico?sslmode=${mode}&connect_timeout=5`).ssl).toEqual({})
    expect(warned).not.toHaveBeenCalled()
  },
)

test('the other parameters are those of the driver', () => {
  expect(readConnectionUrl('postgresql://o@one,two/portico?ssl=true').ssl).toBe(true)
  expect(readConnectionUrl('postgresql://o@one,two/portico?sslmode=disable').ssl).toBe(false)
  const libpq = 'postgresql://o@one/portico?uselibpqcompat=true&sslmode=require'
  expect(readConnectionUrl(libpq).ssl).toEqual({ rejectUnauthorized: false })
})
