import { totalText, type Group, type List } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useId, useState, type ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { IconButton } from '../../kit/ui/button.tsx'
import { CloseIcon } from '../../kit/ui/icons.tsx'
import { Loading } from '../../kit/ui/loading.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { SearchField } from '../../kit/ui/search-field.tsx'
import styles from './group-picker.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = {
  readonly label: string
  /** The groups to choose from, searched by the server: `listOf(core, groupChoices)`, or another list of groups. */
  readonly list: List<Group>
  /** What the list is opened for: the id of the identity provider. */
  readonly scope: string
  readonly chosen: readonly Group[]
  /** One group, or any number of them. */
  readonly isOne?: boolean
  readonly error?: string | undefined
  readonly disabled?: boolean
  readonly onChange: (groups: readonly Group[]) => void
  /** What is offered for a typed name that no group has; `clear` empties the search and takes the focus there. */
  readonly missing?: (text: string, clear: () => void) => ReactNode
}

/**
 * Chooses groups of one identity provider. However many it has, only the first matches are fetched and drawn; those chosen
 * stay in sight while another search hides them.
 */
export function GroupPicker({
  label,
  list,
  scope,
  chosen,
  isOne = false,
  error,
  disabled,
  onChange,
  missing,
}: Properties) {
  const words = useWords()
  const id = useId()
  const [search, setSearch] = useState('')
  const { status, rows = [], total, isCounted, isFetching } = useOpenList(list, scope, { search })
  const isChosen = (group: Group) => chosen.some((one) => one.id === group.id)
  const without = (group: Group) => chosen.filter((one) => one.id !== group.id)
  const choose = (group: Group) => {
    if (isOne) onChange([group])
    else onChange(isChosen(group) ? without(group) : [...chosen, group])
  }
  const focusSearch = () => document.getElementById(id)?.querySelector<HTMLElement>('search input')?.focus()
  const remove = (group: Group) => {
    onChange(without(group))
    focusSearch()
  }
  const clear = () => {
    setSearch('')
    focusSearch()
  }
  const typed = search.trim()
  const isMissing =
    typed !== '' &&
    !isFetching &&
    (status === 'rows' || status === 'no-match' || status === 'empty') &&
    !rows.some(({ name, claim }) => isSame(name, typed) || isSame(claim, typed))
  return (
    <fieldset
      id={id}
      className={styles['root']}
      disabled={disabled}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>{label}</legend>
      {chosen.length > 0 && (
        <ul className={styles['chosen']} aria-label={words.say('groups.chosen')}>
          {chosen.map((group) => (
            <li key={group.id}>
              <Pill tone="accent">{group.name}</Pill>
              <IconButton label={words.say('groups.remove', { name: group.name })} onClick={() => remove(group)}>
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <SearchField
        label={words.say('groups.search')}
        clearLabel={words.say('groups.clear')}
        text={search}
        onChange={setSearch}
      />
      <div className={styles['list']} aria-busy={isFetching}>
        {status === 'loading' && <Loading />}
        {status === 'failed' && <LoadFailed onRetry={() => list.refresh()} />}
        {rows.map((group) => (
          <label key={group.id} className={styles['row']}>
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={`${id}-group`}
              checked={isChosen(group)}
              onChange={() => choose(group)}
            />
            <span className={texts['long']}>
              {group.name}
              {group.claim !== group.name && <span className={styles['claim']}>{group.claim}</span>}
            </span>
          </label>
        ))}
      </div>
      <output className={styles['count']}>
        {status === 'empty' && words.say('groups.none')}
        {status === 'no-match' && words.say('groups.noMatch', { text: search.trim() })}
        {status === 'rows' &&
          isCounted &&
          (rows.length < total
            ? words.say('groups.shown', { shown: rows.length, total: totalText(words, total) })
            : words.say('groups.count', { count: rows.length }))}
      </output>
      {isMissing && !disabled && missing?.(typed, clear)}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className={texts['danger']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
