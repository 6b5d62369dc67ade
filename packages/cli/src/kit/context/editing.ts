import { createFeedback, type Editor, type EditorParts } from '@portico/core'

import { CommandFailure, fail } from '../errors/failure.ts'
import { failureOf } from '../errors/problem-failure.ts'
import type { CommandContext, Server } from './context.ts'

/** The parts that core's editors need, over a command's server; a function opens it for the first call. */
export async function editorParts(
  server: Server | (() => Promise<Server>),
  context: CommandContext,
): Promise<EditorParts> {
  const words = await context.words()
  type Call = EditorParts['client']['call']
  const call: Call = async (endpoint, ...[args]) =>
    (typeof server === 'function' ? await server() : server).attempt(endpoint, (args ?? {}) as never)
  return {
    client: { call },
    feedback: createFeedback(context.clock),
    words: () => words,
    randomId: context.randomId,
  }
}

/** Saves and returns the stored version; a failure ends the command. */
export async function saveOrFail<Form, Stored>(editor: Editor<Form, Stored>): Promise<Stored> {
  const outcome = await editor.save()
  if (!outcome.ok && 'refusal' in outcome) return fail('validation', outcome.refusal.message)
  if (!outcome.ok) throw new CommandFailure(failureOf(outcome.problem))
  const { stored } = editor.getState()
  if (stored === undefined) throw new TypeError('A save has no result.')
  return stored
}
