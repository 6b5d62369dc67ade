import { resolve } from 'node:path'

import { apiPrefix, beginCliSession, signOut } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../kit/context/context.ts'
import { sessionOrigin } from '../../kit/credentials/session.ts'
import { readKeyFile } from '../../kit/credentials/key-file.ts'
import { readCredential } from '../../kit/credentials/store.ts'
import { changesBetween, planned, printDryRun, type Planned } from '../../kit/output/dry-run.ts'
import type { LoginOptions } from './login-options.ts'

const discovery = { method: 'GET', path: '/.well-known/openid-configuration' }

/** What `login` would send and store. Reads a service account's key file to validate it. */
export function printLoginPlan(options: LoginOptions, { io, settings, config, warn }: CommandContext): void {
  const account = options.web || options.device ? undefined : settings.get('serviceAccount')
  const keyFile = settings.get('keyFile')
  if (account !== undefined && keyFile !== undefined) readKeyFile(resolve(io.cwd, keyFile), warn)
  const grant = account === undefined ? 'authorization_code or device_code' : 'client_credentials'
  const token: Planned = { method: 'POST', path: '/oauth2/token', body: { grant_type: grant } }
  const requests = account === undefined ? [discovery, token, planned(beginCliSession, {})] : [discovery, token]
  const after = { server: settings.get('server'), serviceAccount: account, keyFile, environment: options.env }
  printDryRun(requests, changesBetween({ ...config.profiles[settings.profile] }, after), io, options.json !== undefined)
}

/** What `logout` would send and delete. */
export function printLogoutPlan({ json }: CommonOptions, { io, paths, settings }: CommandContext): void {
  const credential = readCredential(paths.credentials, settings.profile)
  const session = sessionOrigin(paths.cookies(settings.profile))
  const request = { method: signOut.method, path: apiPrefix + signOut.path }
  const changes = [
    ...(credential === undefined ? [] : [{ field: 'token', from: credential.serviceAccount, to: null }]),
    ...(session === undefined ? [] : [{ field: 'session', from: session, to: null }]),
  ]
  printDryRun(
    changes.map(() => request),
    changes,
    io,
    json !== undefined,
  )
}
