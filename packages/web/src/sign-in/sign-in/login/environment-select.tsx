import { sectionsInOrder, type Environment, type LoginWords } from '@portico/core'
import { useId } from 'react'

import { ChevronDownIcon } from '../../../kit/ui/icons.tsx'
import select from '../../../kit/ui/select.module.css'
import field from '../../../kit/ui/text-field.module.css'

type Properties = {
  readonly words: LoginWords
  readonly environments: readonly Environment[]
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Spec section 2, "Login": environment selection with a group of non-production environments. */
export function EnvironmentSelect({ words, environments, value, onChange }: Properties) {
  const id = useId()
  const { production, nonProduction } = sectionsInOrder(environments)
  return (
    <div className={field['root']}>
      <label className={field['label']} htmlFor={id}>
        {words.say('login.environment')}
      </label>
      <span className={select['root']}>
        <select id={id} className={select['input']} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{words.say('login.environmentLater')}</option>
          {production.map(option)}
          {nonProduction.length > 0 && (
            <optgroup label={words.say('environments.nonProduction')}>{nonProduction.map(option)}</optgroup>
          )}
        </select>
        <ChevronDownIcon />
      </span>
    </div>
  )
}

function option({ id, name }: Environment) {
  return (
    <option key={id} value={id}>
      {name}
    </option>
  )
}
