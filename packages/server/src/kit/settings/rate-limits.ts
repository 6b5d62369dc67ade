import type { Variable } from './variable.ts'

/** Maximum attempts of one key in a window that begins with the first of them. */
export type RateLimit = { readonly attempts: number; readonly windowSecs: number }

/** What is limited, per which key, and the default limit. */
export const rateLimitDefaults = {
  /** Sign-ins started from one network. */
  'login-address': { attempts: 120, windowSecs: 60 },
  /** Sign-ins started with one username from one network, so that others cannot lock out its owner. */
  'login-username': { attempts: 30, windowSecs: 60 },
  /** Answers of identity providers that come from one network. */
  'callback-address': { attempts: 240, windowSecs: 60 },
  /** Recorded answers of one identity provider that match no attempt. */
  'stray-records': { attempts: 60, windowSecs: 3600 },
  /** Sign-ins of one person that the provider began: more would send a browser in circles. */
  unsolicited: { attempts: 5, windowSecs: 60 },
  /** Back-channel logouts: providers sign many people out at once, all from one address. */
  'back-channel-address': { attempts: 1200, windowSecs: 60 },
  'front-channel-address': { attempts: 240, windowSecs: 60 },
  'signed-out-address': { attempts: 240, windowSecs: 60 },
  /** SAML messages of applications that come from one network, and answers to them. */
  'saml-request-address': { attempts: 600, windowSecs: 60 },
  /** Those of them that were rejected: the sender of such a message is not known, and reading it costs the most. */
  'saml-refused-address': { attempts: 60, windowSecs: 60 },
  /** Token requests of one network, successful or not. */
  'token-address': { attempts: 300, windowSecs: 60 },
  /** Tokens of one account: counted after the assertion is verified, so that others cannot use them up. */
  'token-account': { attempts: 60, windowSecs: 60 },
  /** Sign-ins of people at applications, and their logouts, from one network. */
  'authorize-address': { attempts: 600, windowSecs: 60 },
  /** Userinfo requests of applications from one network. */
  'userinfo-address': { attempts: 1200, windowSecs: 60 },
  /** Introspections and revocations of one network that were not authenticated. */
  'introspection-address': { attempts: 120, windowSecs: 60 },
  /** SCIM requests of one network that were not authenticated. */
  'scim-address': { attempts: 120, windowSecs: 60 },
  /** SCIM requests with one token. A first synchronisation sends some dozens in a second. */
  'scim-token': { attempts: 12_000, windowSecs: 60 },
  /** Device codes one network asks for. */
  'device-authorization': { attempts: 30, windowSecs: 60 },
  /** Exchanges of a command line's token for a session, by one network. */
  'cli-session': { attempts: 60, windowSecs: 60 },
  /** Wrong device codes of one person. Twenty to the eighth are possible. */
  'wrong-codes': { attempts: 5, windowSecs: 600 },
  /** Recovery codes tried from one network: 135 bits cannot be guessed, so the limit only bounds the work. */
  'recovery-address': { attempts: 20, windowSecs: 600 },
  /** Codes of one tenant that opened or could have opened repair, tried from one network. */
  'recovery-tenant': { attempts: 5, windowSecs: 600 },
  /** Setup URLs opened from one network: 256 bits cannot be guessed, so the limit only bounds the work. */
  'setup-address': { attempts: 30, windowSecs: 600 },
  /** Checks of identity providers by one administrator: each makes this server ask the provider. */
  lint: { attempts: 60, windowSecs: 60 },
  /** Metadata read by one administrator: each makes this server ask an address. */
  'metadata-import': { attempts: 30, windowSecs: 60 },
  /** Pings of webhooks by one administrator: each makes this server call an address. */
  'webhook-test': { attempts: 30, windowSecs: 60 },
  /** Tests of the SCIM service of an application by one administrator: each makes this server call an address. */
  'provisioning-test': { attempts: 30, windowSecs: 60 },
} as const satisfies Record<string, RateLimit>

export type RateLimitName = keyof typeof rateLimitDefaults
/** undefined: without limit. Codes that could be guessed always have one. */
export type RateLimitSettings = { readonly [Name in RateLimitName]: RateLimit | undefined } & {
  readonly 'wrong-codes': RateLimit
}

const attemptsMax = 1_000_000
const windowSecsMax = 86_400

export const rateLimitNames = Object.keys(rateLimitDefaults) as RateLimitName[]

/** `login-address` is set by PORTICO_RATE_LIMIT_LOGIN_ADDRESS, written as `120/60`: attempts in seconds. */
export function rateLimitVariable(name: RateLimitName): `PORTICO_RATE_LIMIT_${string}` {
  return `PORTICO_RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`
}

export const rateLimitVariables: Readonly<Record<`PORTICO_RATE_LIMIT_${string}`, Variable<RateLimit | 'off'>>> =
  Object.fromEntries(
    rateLimitNames.map((name) => [
      rateLimitVariable(name),
      {
        fallback: rateLimitDefaults[name],
        parse: (text) => (text === 'off' && name !== 'wrong-codes' ? text : parseRateLimit(text)),
        allowed: `attempts/seconds, such as 120/60, at most ${attemptsMax}/${windowSecsMax}${name === 'wrong-codes' ? '' : ', or off'}`,
      },
    ]),
  )

function parseRateLimit(text: string): RateLimit | undefined {
  const [attempts = 0, windowSecs = 0] = /^(\d{1,7})\/(\d{1,5})$/.exec(text)?.slice(1).map(Number) ?? []
  const allowed = attempts >= 1 && attempts <= attemptsMax && windowSecs >= 1 && windowSecs <= windowSecsMax
  return allowed ? { attempts, windowSecs } : undefined
}
