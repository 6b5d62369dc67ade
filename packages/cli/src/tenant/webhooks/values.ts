import {
  readInput,
  webhookEvents,
  WebhookInput,
  type FieldValue,
  type WebhookEvent,
  type WebhookValues,
} from '@portico/core'

import type { CommandContext } from '../../kit/context/context.ts'
import { fail } from '../../kit/errors/failure.ts'

export type ValueOptions = {
  readonly url?: string
  readonly events?: string
  readonly action?: readonly string[]
}

/** What is sent, by the rules of core. Fails with their sentence before anything is sent. */
export async function checkedInput(
  values: Readonly<Record<'url' | 'events' | 'actions' | 'enabled', unknown>>,
  context: CommandContext,
): Promise<WebhookInput> {
  const input = readInput(WebhookInput, values)
  if (input.ok) return input.output as WebhookInput
  const words = await context.words()
  const [violation] = input.violations
  const sentence = words.find(violation?.errorID ?? '') ?? words.say('INVALID_VALUE')
  return fail('validation', `${violation?.fieldID ?? ''}: ${sentence}`, {
    errorID: violation?.errorID ?? 'INVALID_VALUE',
  })
}

/** The value of `--events`; undefined where it is not given. Fails unless it is a list of events. */
export function eventsOf(typed: string | undefined): readonly WebhookEvent[] | undefined {
  if (typed === undefined) return undefined
  const parts = new Set(typed.split(/[\s,]+/).filter((part) => part !== ''))
  const events = webhookEvents.filter((event) => parts.has(event))
  if (events.length === 0 || events.length < parts.size)
    fail('validation', '--events takes audit, notices or both, separated by a comma.')
  return events
}

/** For the changes that a dry run shows. */
export function shownValues({ url, events, actions = [], enabled = true }: WebhookInput): Record<string, FieldValue> {
  return { url, events, actions, enabled }
}

/** As the form of the editor has it. */
export function typedOf({ url, events, actions = [], enabled = true }: WebhookInput): WebhookValues {
  return { url, events, actions: actions.join(' '), enabled }
}
