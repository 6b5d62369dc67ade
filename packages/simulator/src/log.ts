/** One line of the simulator's log. It never carries a password, a client secret or a token. */
export type LogEntry = { level: 'info' | 'warn' | 'error'; message: string; [field: string]: unknown }

export type Log = (entry: LogEntry) => void
