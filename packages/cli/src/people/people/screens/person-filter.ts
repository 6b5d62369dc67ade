import { personStates, type PersonFilter, type Words } from '@portico/core'

/** The states that one key cycles through. */
const states = [undefined, ...personStates]

/** The same filter with the next state. */
export function nextState({ state, ...rest }: PersonFilter): PersonFilter {
  const next = states[(states.indexOf(state) + 1) % states.length]
  return next === undefined ? rest : { ...rest, state: next }
}

export function stateText({ state }: PersonFilter, words: Words): string {
  return words.say(state === undefined ? 'signIns.all' : `people.state.${state}`)
}

/** The filter as `person list` takes it. `provider`: the name of the provider, or its id. */
export function filterFlags({ state }: PersonFilter, provider: string | undefined, search: string): readonly string[] {
  return [
    ...(search === '' ? [] : ['--search', search]),
    ...(provider === undefined ? [] : ['--idp', provider]),
    ...(state === undefined ? [] : [`--${state}`]),
  ]
}
