import { expect, it, test } from 'vitest'

import { misspeltVariables, readVariables, SettingsError, variables } from './variables.ts'

const messageOf = (env: Record<string, string>): string => {
  try {
    readVariables(env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
  throw new Error('All variables were accepted.')
}

it.each([
  ['PORTICO_POOL_SIZE', 'abc', 'a whole number from 1 to 1000'],
  ['PORTICO_POOL_SIZE', '-3', 'a whole number from 1 to 1000'],
  ['PORTICO_POOL_SIZE', '0', 'a whole number from 1 to 1000'],
  ['PORTICO_POOL_SIZE', '1e2', 'a whole number from 1 to 1000'],
  ['PORTICO_POOL_SIZE', '1001', 'a whole number from 1 to 1000'],
  ['PORTICO_TRUSTED_PROXIES', 'two', 'a whole number from 0 to 100'],
  ['PORTICO_TRUSTED_PROXIES', '1.5', 'a whole number from 0 to 100'],
  ['PORTICO_LOG_LEVEL', 'loud', 'one of trace, debug, info, warn, error, fatal, silent'],
  [
    'PORTICO_ALLOWED_PROVIDER_RANGES',
    '10.0.0.0/99',
    'network ranges separated by commas, such as 10.1.0.0/16, fd00::/8',
  ],
  [
    'PORTICO_ALLOWED_PROVIDER_RANGES',
    '10.0.0.0/8, office',
    'network ranges separated by commas, such as 10.1.0.0/16, fd00::/8',
  ],
  ['PORTICO_ALLOWED_PROVIDER_RANGES', '10.0.0.0/', 'network ranges separated by commas, such as 10.1.0.0/16, fd00::/8'],
  ['PORTICO_ALLOW_LOOPBACK_PROVIDERS', 'yes', '1 (on) or 0 (off)'],
  ['PORTICO_BASE_URL', 'portal.example.com', 'scheme, host and port only, such as https://portal.example.com'],
  [
    'PORTICO_BASE_URL',
    'https://portal.example.com/portico',
    'scheme, host and port only, such as https://portal.example.com',
  ],
  ['PORTICO_SUPPORT_URL', 'javascript:alert(1)', 'an http or https URL'],
  ['PORTICO_GRAPH_URL', 'graph', 'an http or https URL'],
  ['NO_PROXY', '10.0.0.0/33', 'hosts, domains, addresses and network ranges, separated by commas'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'http://collector:4318/?token=x',
    'an http or https URL without user, password and query, such as http://127.0.0.1:4318',
  ],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=1,b', 'name=value, separated by commas, with percent-encoded values'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=100%', 'name=value, separated by commas, with percent-encoded values'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.01', 'a number from 0 to 1'],
  [
    'OTEL_TRACES_SAMPLER',
    'jaeger_remote',
    'one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
  ],
  ['PORTICO_COMPANY_NAME', 'a\u0007b', '1 to 200 characters without control characters'],
])('%s=%j is refused with its name, what was found and what is allowed', (name, value, allowed) => {
  expect(messageOf({ [name]: value })).toBe(`${name} is ${JSON.stringify(value)}. It has to be ${allowed}.`)
})

it.each(['notaurl', 'mysql://root:hunter2@db/portico', 'postgresql://a:hunter2@db:99999/x'])(
  'DATABASE_URL=%s is refused, and its value is not printed',
  (value) => {
    const message = messageOf({ DATABASE_URL: value })
    expect(message).toMatch(
      /^DATABASE_URL has a value that cannot be used \(it is not shown\)\. It has to be a PostgreSQL/,
    )
    expect(message).not.toContain(value)
    expect(message).not.toContain('hunter2')
  },
)

test('the user and password of a URL are not printed', () => {
  expect(messageOf({ PORTICO_SUPPORT_URL: 'ftp://me:hunter2@files.example' })).toContain('"ftp://…@files.example"')
})

it('HTTPS_PROXY with a password that cannot be read is refused', () => {
  expect(messageOf({ HTTPS_PROXY: 'http://user:100%@proxy.example.com:3128' })).toMatch(/^HTTPS_PROXY has a value/)
})

it.each(['authorization', 'authorization=Bearer%0d%0ax', 'a b=c', 'authorization=ä'])(
  'OTEL_EXPORTER_OTLP_HEADERS=%s is refused, and its value is not printed',
  (value) => {
    const message = messageOf({ OTEL_EXPORTER_OTLP_HEADERS: value })
    expect(message).toBe(
      'OTEL_EXPORTER_OTLP_HEADERS has a value that cannot be used (it is not shown). It has to be headers as name=value, separated by commas, with percent-encoded values.',
    )
  },
)

test('every variable that is wrong is named, each on a separate line', () => {
  const message = messageOf({ PORTICO_POOL_SIZE: 'abc', DATABASE_URL: 'notaurl', PORTICO_LOG_LEVEL: 'loud' })
  expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'DATABASE_URL',
    'PORTICO_POOL_SIZE',
    'PORTICO_LOG_LEVEL',
  ])
})

it.each([
  'postgresql://portico:pass%2Fword@db.example.com/portico',
  'postgres://portico@[::1]:6432/portico?sslmode=disable',
  'postgresql://portico@/portico?host=%2Fvar%2Frun%2Fpostgresql',
])('DATABASE_URL=%s is accepted', (value) => {
  expect(readVariables({ DATABASE_URL: value }).DATABASE_URL).toBe(value)
})

test('an empty variable counts as absent, and what is absent has its default', () => {
  const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, ' ']))
  expect(readVariables(empty)).toEqual(readVariables({}))
  expect(readVariables({})).toMatchObject({ PORTICO_POOL_SIZE: 10, PORTICO_TRUSTED_PROXIES: 0 })
})

test('a value is parsed', () => {
  const env = {
    PORTICO_POOL_SIZE: ' 25 ',
    PORTICO_ALLOWED_PROVIDER_RANGES: '10.1.0.0/16, fd00::/8 192.168.7.7',
    PORTICO_BASE_URL: 'https://portal.example.com/',
    PORTICO_GRAPH_URL: 'https://graph.example.com//',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/base/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc==, x-scope = one',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,team=a%2Cb,',
    OTEL_TRACES_SAMPLER_ARG: '.25',
  }
  expect(readVariables(env)).toMatchObject({
    PORTICO_POOL_SIZE: 25,
    PORTICO_ALLOWED_PROVIDER_RANGES: ['10.1.0.0/16', 'fd00::/8', '192.168.7.7'],
    PORTICO_BASE_URL: 'https://portal.example.com',
    PORTICO_GRAPH_URL: 'https://graph.example.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/base',
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer abc==', 'x-scope': 'one' },
    OTEL_RESOURCE_ATTRIBUTES: { 'deployment.environment.name': 'production', team: 'a,b' },
    OTEL_TRACES_SAMPLER_ARG: 0.25,
  })
})

test('a misspelt setting is named with the one that was probably meant', () => {
  expect(misspeltVariables({ PORTICO_POOL_SIZES: '5', portico_data: 'x', PORTICO_AUDIT_DAY: '' })).toEqual([
    'PORTICO_POOL_SIZES is not a setting and has no effect. Did you mean PORTICO_POOL_SIZE?',
    'portico_data is not a setting and has no effect. Did you mean PORTICO_DATA?',
    'PORTICO_AUDIT_DAY is not a setting and has no effect. Did you mean PORTICO_AUDIT_DAYS?',
  ])
})

test('names of the command line and of a deployment are not taken for misspelt settings', () => {
  const names = ['PORTICO_SERVER', 'PORTICO_TENANT', 'PORTICO_ENV', 'PORTICO_PROFILE', 'PORTICO_THEME', 'PORTICO_SITE']
  expect(
    misspeltVariables(Object.fromEntries([...names, ...Object.keys(variables)].map((name) => [name, 'x']))),
  ).toEqual([])
})

test.each(['PORTICO_DATABASE_URL', 'PORTICO_DB_URL', 'PORTICO_POSTGRES_URL', 'PORTICO_DATABASE_URI'])(
  '%s is rejected if DATABASE_URL is not set, and named as without effect otherwise',
  (name) => {
    const sentence = `${name} is not a setting and has no effect. Did you mean DATABASE_URL?`
    const url = 'postgresql://portico@db.example.com/portico'
    expect(messageOf({ [name]: url })).toBe(sentence)
    expect(messageOf({ [name]: url, DATABASE_URL: ' ' })).toBe(sentence)
    expect(readVariables({ [name]: '' })).toEqual(readVariables({}))
    expect(readVariables({ [name]: url, DATABASE_URL: url }).DATABASE_URL).toBe(url)
    expect(misspeltVariables({ [name]: url, DATABASE_URL: url })).toEqual([sentence])
  },
)

test.each(['database_url', 'DATABASE_URI', 'DATABSE_URL', 'DATABASEURL'])(
  '%s is named as a misspelt DATABASE_URL',
  (name) => {
    expect(misspeltVariables({ [name]: 'x' })).toEqual([
      `${name} is not a setting and has no effect. Did you mean DATABASE_URL?`,
    ])
  },
)
