import { Command } from 'commander'
import {
  applicationNoun,
  auditNoun,
  certificateNoun,
  groupNoun,
  brandingNoun,
  idleTimeNoun,
  supportAccessNoun,
  supportNoun,
  personNoun,
  portalRoleNoun,
  environmentNoun,
  identityProviderNoun,
  noticeNoun,
  operatedTenantNoun,
  serviceAccountNoun,
  signInNoun,
  usernameFormatNoun,
  apiTokenNoun,
  provisioningNoun,
  scimNoun,
  scimTokenNoun,
  webhookNoun,
  tenantRoleNoun,
  mappingNoun,
  roleNoun,
  type Noun,
} from '@portico/core'

import { addExplainCommand } from '../../access/access/commands/index.ts'
import { addApiCommand } from '../api/commands/index.ts'
import { addApplicationCommands } from '../../applications/applications/commands/index.ts'
import { addClientCommand } from '../../applications/clients/commands/index.ts'
import { addAuditCommands } from '../../tenant/audit/commands/index.ts'
import { addGroupCommands } from '../../people/groups/commands/index.ts'
import { addPersonCommands } from '../../people/people/commands/index.ts'
import { addPortalRoleCommands } from '../../access/portal-roles/commands/index.ts'
import { addCertificateCommands } from '../../providers/certificates/commands/index.ts'
import { addCompletionCommands } from '../completion/commands/index.ts'
import { addConfigCommands } from '../config/commands/index.ts'
import { settingNoun } from '../config/noun.ts'
import type { Start } from '../../kit/command-kit/start.ts'
import type { Ports } from '../../kit/context/context.ts'
import { addDoctorCommand } from '../../tenant/doctor/commands/index.ts'
import { addEnvironmentCommands } from '../../tenant/environments/commands/index.ts'
import { addSupportCommands } from '../../tenant/support/commands/index.ts'
import { addSupportAccessCommands } from '../../tenant/support-access/commands/index.ts'
import { addBrandingCommands } from '../../tenant/branding/commands/index.ts'
import { addIdleTimeCommands } from '../../tenant/idle-time/commands/index.ts'
import { addIdentityProviderCommands } from '../../providers/identity-providers/commands/index.ts'
import { addHelpCommand } from '../help/commands/index.ts'
import { terminalColumns } from '../../kit/output/terminal-columns.ts'
import { addNoticeCommands } from '../../tenant/notices/commands/index.ts'
import { addOperationsCommands } from '../../tenant/operations/commands/index.ts'
import { addOverviewCommand } from '../../tenant/overview/commands/index.ts'
import { addBrowserCommands, addPrincipalCommand } from '../../applications/launcher/commands/index.ts'
import { addProfileCommands } from '../profiles/commands/index.ts'
import { profileNoun } from '../profiles/noun.ts'
import { addServiceAccountCommands } from '../../machines/service-accounts/commands/index.ts'
import { addSetupCommands } from '../../sign-in/setup/commands/index.ts'
import { setupNoun } from '../../sign-in/setup/noun.ts'
import { addSessionCommand } from '../../sign-in/sessions/commands/index.ts'
import { addSignInCommands, addSignInRecordCommands } from '../../sign-in/sign-in/commands/index.ts'
import { addTuiCommand } from '../tui/commands/index.ts'
import { addUsernameFormatCommands, addWhereIsCommand } from '../../providers/username-formats/commands/index.ts'
import { addVersionCommand } from '../version/commands/index.ts'
import { addApiTokenCommands } from '../../machines/api-tokens/commands/index.ts'
import { addProvisioningCommands } from '../../applications/provisioning/commands/index.ts'
import { addScimCommands } from '../../people/scim-inbox/commands/index.ts'
import { addScimTokenCommands } from '../../people/scim-tokens/commands/index.ts'
import { addWebhookCommands } from '../../tenant/webhooks/commands/index.ts'
import { addAppRoleCommands } from '../../access/app-roles/commands/index.ts'
import { addMappingCommands } from '../../access/group-mappings/commands/index.ts'
import { addTenantRoleCommands } from '../../access/tenant-roles/commands/index.ts'
import { nounCommand } from '../../kit/command-kit/noun-command.ts'

/** Commands that inspect all others. */
const needsAll = ['help', '__complete']

/**
 * All commands for commander. Run functions are loaded when called. With `words`, nouns that are not among them get no
 * verbs: the help of the program lists nouns only.
 */
export function createProgram({ io, version }: Ports, start: Start, words?: readonly string[]): Command {
  const program = new Command('portico')
  program
    .description('Launcher and identity administration from the command line.')
    .version(version)
    .option('--profile <name>', 'profile to use')
    .option('--server <url>', 'address of the server')
    .option('--insecure-http', 'allow plain http to a server on another machine')
    .option('--accessible', 'for screen readers: no progress line, tables as lines of label: value')
    .option('--request-timeout <seconds>', 'time limit of one request (default: 30)')
    .option('--debug', 'print requests, with secrets masked, and stack traces')
    .configureHelp({ showGlobalOptions: true, helpWidth: io.stdout.isTTY ? terminalColumns(io) : 100 })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // run-command-line.ts prints all errors.
      writeErr: () => undefined,
      getOutHasColors: () => false,
    })
    .exitOverride()
    .helpCommand(false)
    .addHelpText('after', '\nMore: portico help topics')
  const group = (noun: Noun<never>, add: typeof addSignInCommands) => {
    const isNamed =
      words === undefined ||
      needsAll.some((word) => words.includes(word)) ||
      [noun.name, noun.plural, ...noun.aliases].some((name) => words.includes(name))
    if (isNamed) add(program, start)
    else nounCommand(program, noun)
  }
  addSignInCommands(program, start)
  addPrincipalCommand(program, start)
  addSessionCommand(program, start)
  addOverviewCommand(program, start)
  addDoctorCommand(program, start)
  group(environmentNoun, addEnvironmentCommands)
  group(applicationNoun, (...parts) => addApplicationCommands(...parts, addClientCommand))
  group(serviceAccountNoun, addServiceAccountCommands)
  group(identityProviderNoun, addIdentityProviderCommands)
  group(usernameFormatNoun, addUsernameFormatCommands)
  addWhereIsCommand(program, start)
  addExplainCommand(program, start)
  group(groupNoun, addGroupCommands)
  group(personNoun, addPersonCommands)
  group(portalRoleNoun, addPortalRoleCommands)
  group(certificateNoun, addCertificateCommands)
  group(noticeNoun, addNoticeCommands)
  group(operatedTenantNoun, addOperationsCommands)
  group(roleNoun, addAppRoleCommands)
  group(tenantRoleNoun, addTenantRoleCommands)
  group(mappingNoun, addMappingCommands)
  group(brandingNoun, addBrandingCommands)
  group(idleTimeNoun, addIdleTimeCommands)
  group(supportAccessNoun, addSupportAccessCommands)
  group(supportNoun, addSupportCommands)
  group(signInNoun, addSignInRecordCommands)
  group(auditNoun, addAuditCommands)
  group(apiTokenNoun, addApiTokenCommands)
  group(scimNoun, addScimCommands)
  group(provisioningNoun, addProvisioningCommands)
  group(scimTokenNoun, addScimTokenCommands)
  group(webhookNoun, addWebhookCommands)
  group(setupNoun, addSetupCommands)
  addApiCommand(program, start)
  group(settingNoun, addConfigCommands)
  group(profileNoun, addProfileCommands)
  addBrowserCommands(program, start)
  addTuiCommand(program, start)
  addCompletionCommands(program, start)
  addVersionCommand(program, start)
  addHelpCommand(program, start)
  return program
}
