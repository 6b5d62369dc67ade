import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator, useWords } from '../context/portal-context.tsx'
import { useModules } from '../navigation/use-modules.ts'
import { SignOutForm } from '../sign-in/sign-out-form.tsx'
import { classes } from '../ui/classes.ts'
import { ExternalIcon, SearchIcon } from '../ui/icons.tsx'
import search from '../ui/popup-search.module.css'
import { allEntries, matchingEntries, type Entry } from './entries.ts'
import styles from './palette.module.css'

/** The command palette. The focus stays in the field; arrow keys move through the matches. */
export function Palette({ onClose, onShowKeys }: { onClose: () => void; onShowKeys: () => void }) {
  const words = useWords()
  const navigator = useNavigator()
  const dialog = useRef<HTMLDialogElement>(null)
  const signOut = useRef<HTMLFormElement>(null)
  const entries = useEntries()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const matches = useMemo(() => matchingEntries(entries, text), [entries, text])
  const active = matches[Math.min(at, matches.length - 1)]

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    document.getElementById('palette-active')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const run = (entry: Entry) => {
    if (entry.kind === 'action') return entry.does === 'showKeys' ? onShowKeys() : signOut.current?.requestSubmit()
    onClose()
    if (entry.kind === 'place') navigator.go(entry.path)
    else window.open(entry.href, '_blank', 'noopener,noreferrer')
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const to = moved(event.key, Math.min(at, matches.length - 1), matches.length)
    if (to !== undefined) setAt(to)
    else if (event.key === 'Enter' && active !== undefined) run(active)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className={styles['root']}
      aria-label={words.say('palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={search['root']}>
        <SearchIcon />
        <input
          className={classes(search['input'], styles['input'])}
          // React would focus it before the dialog is open; the dialog focuses its first field.
          {...{ role: 'combobox', 'aria-expanded': active !== undefined, 'aria-controls': 'palette-list' }}
          aria-activedescendant={active === undefined ? undefined : 'palette-active'}
          aria-autocomplete="list"
          aria-label={words.say('palette.title')}
          placeholder={words.say('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <output className="visually-hidden">{words.say('palette.count', { count: matches.length })}</output>
      {active === undefined && <p className={styles['none']}>{words.say('palette.none', { text })}</p>}
      <Matches matches={matches} active={active} onRun={run} />
      <SignOutForm ref={signOut} />
    </dialog>
  )
}

type MatchesProperties = {
  readonly matches: readonly Entry[]
  readonly active: Entry | undefined
  readonly onRun: (entry: Entry) => void
}

function Matches({ matches, active, onRun }: MatchesProperties) {
  const words = useWords()
  return (
    <div
      id="palette-list"
      className={styles['list']}
      hidden={active === undefined}
      {...{ role: 'listbox', 'aria-label': words.say('palette.title') }}
    >
      {matches.map((entry) => (
        <button
          type="button"
          // Keyboard users use the arrow keys and Enter in the field, which keeps the focus.
          tabIndex={-1}
          key={entry.id}
          id={entry === active ? 'palette-active' : undefined}
          {...{ role: 'option', 'aria-selected': entry === active }}
          className={classes(styles['entry'], entry === active && styles['active'])}
          onClick={() => onRun(entry)}
        >
          <span className={styles['kind']}>{words.say(`palette.${entry.kind}`)}</span>
          <span className={styles['label']}>{entry.label}</span>
          {entry.kind === 'application' && <ExternalIcon />}
        </button>
      ))}
    </div>
  )
}

/** The match that an arrow key moves to, wrapping at the ends; undefined for other keys. */
function moved(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at + count - 1) % count
  return undefined
}

/** All entries; loads what has not been loaded yet. */
function useEntries(): Entry[] {
  const { launcher, environments } = useCore()
  const words = useWords()
  const user = useStore(launcher, (state) => state.user)
  const modules = useModules()
  const applications = useStore(launcher, (state) => state.applications)
  const list = useStore(environments, (state) => state.adminEnvironments)
  const hasAdmin = modules !== undefined && modules.length > 0
  useEffect(() => {
    if (launcher.getState().applications === undefined) void launcher.fetchApplications()
    if (hasAdmin && environments.getState().adminEnvironments === undefined) void environments.fetchAdmin()
  }, [launcher, environments, hasAdmin])
  return useMemo(
    () =>
      allEntries({
        words,
        origin: window.location.origin,
        user,
        modules: modules ?? [],
        environments: list ?? [],
        applications: applications ?? [],
      }),
    [words, user, modules, list, applications],
  )
}
