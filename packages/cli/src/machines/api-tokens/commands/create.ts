import {
  createApiToken,
  createdApiTokenNoun,
  listApiTokenApplications,
  listApiTokenRoles,
  listApiTokenTenantRoles,
  matchByIdOrName,
  type ApiTokenChoice,
} from '@portico/core'

import { checkEnvironment } from '../../../applications/applications/own.ts'
import type { CommandContext, CommonOptions, Server } from '../../../kit/context/context.ts'
import { exactlyOne } from '../../../kit/errors/exactly-one.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { printRow } from '../../../kit/output/print.ts'
import { secretOutput } from '../../../kit/output/shown-once.ts'
import { expiryOf } from '../expiry.ts'

type Options = CommonOptions & {
  app: string
  name: string
  role?: readonly string[]
  tenantRole?: readonly string[]
  expires?: string
  outFile?: string
}

/** Prints the token, which is not shown again: by itself, or with its id and expiry where a format is named. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io } = context
  const { app, name, role = [], tenantRole = [], expires, outFile } = options
  const hasFormat = [options.json, options.output, options.jq, options.columns].some((one) => one !== undefined)
  const output = secretOutput(createdApiTokenNoun, options, context, async (plan, created) => {
    if (hasFormat) await printRow(plan, created, context)
    else if (outFile === undefined) io.stdout.write(`${created.token}\n`)
  })
  const expiry = expires === undefined ? {} : expiryOf(expires)
  const server = await context.server()
  const { applications } = (await server.call(listApiTokenApplications, {})).value
  if (applications.length === 0) await checkEnvironment(server)
  const application = exactlyOne(
    matchByIdOrName(applications, app, (one) => [one.label, one.urn]),
    { what: 'application', wanted: app, nameOf: ({ urn }) => urn, choices: applications.map(({ label }) => label) },
  )
  const params = { appId: application.id }
  const own = role.length === 0 ? [] : (await server.call(listApiTokenRoles, { params })).value.roles
  const custom = tenantRole.length === 0 ? [] : await ownTenantRoles(server)
  const roles = role.map((wanted) => pick(own, wanted, 'role'))
  const tenantRoles = tenantRole.map((wanted) => pick(custom, wanted, 'custom role'))
  const body = { name, roles: idsOf(roles), tenantRoles: idsOf(tenantRoles), ...expiry }
  if (options.dryRun) {
    const shown = { name, application: application.label, roles: labelsOf(roles), tenantRoles: labelsOf(tenantRoles) }
    return printDryRun(
      [planned(createApiToken, params, body)],
      changesBetween({}, shown),
      io,
      output.plan.format === 'json',
    )
  }
  const isInFile = await output.show(async () => (await server.call(createApiToken, { params, body })).value)
  const words = await context.words()
  context.say(isInFile ? words.say('apiTokens.written', { file: outFile ?? '', name }) : words.say('apiTokens.once'))
}

async function ownTenantRoles(server: Server): Promise<readonly ApiTokenChoice[]> {
  return (await server.call(listApiTokenTenantRoles, {})).value.tenantRoles
}

function pick(roles: readonly ApiTokenChoice[], wanted: string, what: string): ApiTokenChoice {
  const matches = matchByIdOrName(roles, wanted, ({ label }) => [label])
  return exactlyOne(matches, { what, wanted, nameOf: ({ label }) => label, choices: labelsOf(roles) })
}

const idsOf = (roles: readonly ApiTokenChoice[]) => roles.map(({ id }) => id)
const labelsOf = (roles: readonly ApiTokenChoice[]) => roles.map(({ label }) => label)
