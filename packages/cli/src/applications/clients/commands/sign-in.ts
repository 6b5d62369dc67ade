import {
  clientFields,
  clientInputOf,
  clientNoun,
  clientValuesOf,
  createClientEditor,
  fileBytesMax,
  getApplicationSignIn,
  isPrivateFile,
  metadataTextMax,
  putApplicationSignIn,
  readApplicationMetadata,
  removeApplicationSignIn,
  replaceApplicationSecret,
  textOfKeyFile,
  type ApplicationSignIn,
  type ClientFieldName,
} from '@portico/core'

import { applicationsOf, pickApplication } from '../../applications/find.ts'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, requireSavable, saveOrFail } from '../../../kit/context/editing.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { readDocument, readInput } from '../../../kit/io/read-input.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { secretOutput, writtenTo } from '../../../kit/output/shown-once.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & {
  /** The flags of core's `clientFields`, as commander spells them, are beside these. */
  readonly [flag: string]: unknown
  action: string
  application: string
  metadata?: string
  now?: boolean
  outFile?: string
  yes?: boolean
}

/** `app sign-in get|set|remove|secret APP`: how an application signs people in in an environment. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { action, dryRun } = options
  if (!['get', 'set', 'remove', 'secret'].includes(action))
    return fail('usage', 'Say get, set, remove or secret.', { hint: 'portico app sign-in --help' })
  const { io, settings } = context
  const output = action === 'secret' ? secretOutput(clientNoun, options, context) : undefined
  const plan = output?.plan ?? planOutput(clientNoun, options, { io, configured: settings.get('output') })
  const isJson = plan.format === 'json'
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const application = pickApplication(await applicationsOf(server, environment.id), options.application)
  const params = { envId: environment.id, appId: application.id }
  const print = (signIn: ApplicationSignIn) => printRow(plan, { ...signIn, application: application.label }, context)
  const words = await context.words()

  if (output !== undefined) {
    const body = { now: options.now === true }
    if (dryRun) return printDryRun([planned(replaceApplicationSecret, params, body)], [], io, isJson)
    const isInFile = await output.show(async () => {
      const { signIn, secret } = (await server.call(replaceApplicationSecret, { params, body })).value
      return { ...signIn, application: application.label, secret }
    })
    return context.say(isInFile ? writtenTo(options.outFile) : words.say('clients.once'))
  }

  const { value: before, etag } = await server.call(getApplicationSignIn, { params })
  if (action === 'get') return print(before)
  if (action === 'remove') {
    if (dryRun) return printDryRun([planned(removeApplicationSignIn, params)], [], io, isJson)
    const [app, env] = [application.label, environment.name]
    const question = phrase`Remove the registration of ${app} in ${env}? People can no longer sign in to it.`
    await confirmYes(context, question, options.yes === true)
    await server.call(removeApplicationSignIn, { params, ifMatch: etag })
    return context.say(words.say('clients.removed'))
  }

  const editor = createClientEditor(await editorParts(server, context), { environment, application })
  editor.open(before, etag)
  if (options.metadata !== undefined) {
    const about = { flag: '--metadata', bytesMax: metadataTextMax }
    const { metadata } = options
    const body = /^https?:\/\//i.test(metadata)
      ? { url: metadata }
      : { document: await readDocument(metadata, about, io) }
    const { config, warnings } = (await server.call(readApplicationMetadata, { params, body })).value
    for (const warning of warnings) context.say(warning)
    editor.set(clientValuesOf(config))
  }
  for (const [name, value] of await typedOf(options, context)) {
    const field = clientFields.find((one) => one.name === name)
    if (before.config === null && field !== undefined && 'of' in field) editor.set({ protocol: field.of })
    editor.set({ [name]: value })
  }
  const config = clientInputOf(editor.getState().form.values)
  requireSavable(editor)
  const warning = editor.warning()
  if (warning !== undefined) context.warn(warning)
  if (dryRun) {
    const changes = changesBetween({ ...before.config }, { ...config })
    return printDryRun([planned(putApplicationSignIn, params, { config })], changes, io, isJson)
  }
  await print(editor.hasChanges() ? await saveOrFail(editor) : before)
  context.say(words.say('clients.saved'))
}

/** The fields that flags name, as they would be typed. Keys and certificates are files: none is in a shell's history. */
async function typedOf(options: Options, { io, words }: CommandContext): Promise<[ClientFieldName, string][]> {
  const typed: [ClientFieldName, string][] = []
  for (const { name, kind, flag } of clientFields) {
    const value = options[flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
    if (value === undefined) continue
    const text = Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : ''
    if (kind === 'switch') typed.push([name, value === true ? 'on' : ''])
    else if (kind !== 'pems') typed.push([name, text])
    else if (text !== '-' && !text.startsWith('@')) fail('usage', phrase`--${flag} takes @FILE, or - for stdin.`)
    else {
      const bytes = await readInput(text.replace(/^@/, ''), { flag: `--${flag}`, bytesMax: fileBytesMax }, io)
      if (isPrivateFile(bytes)) fail('validation', (await words()).say('KEY_PRIVATE'), { errorID: 'KEY_PRIVATE' })
      typed.push([name, textOfKeyFile(bytes)])
    }
  }
  return typed
}
