// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "sessions.title": ["Your sessions"],
  "sessions.lead": ["Every browser and command line in which you are signed in. End those that you do not know, and tell your administrator."],
  "sessions.this": ["This session"],
  "sessions.end": ["End session"],
  "sessions.endNamed": ["End session of ",["device"]],
  "sessions.endTitle": ["End this session?"],
  "sessions.endMessage": [["device"]," is signed out at once. What was typed there and not saved is lost."],
  "sessions.endOthers": ["End all other sessions"],
  "sessions.endOthersMessage": [["count","plural",{"one":["#"," other session is"],"other":["#"," other sessions are"]}]," signed out at once. What was typed there and not saved is lost."],
  "sessions.ended": ["The session was ended."],
  "sessions.othersEnded": [["count","plural",{"0":["There was no other session."],"one":["#"," other session was ended."],"other":["#"," other sessions were ended."]}]],
  "sessions.noAddress": ["Unknown"],
  "IDLE_TIME_FORMAT": ["Time must be set as hh:mm."],
  "IDLE_TIME_RANGE": ["Time must be between 5 minutes and 24 hours."],
  "IDLE_TIME_SAME": ["Current time and new time cannot be the same."],
  "IDLE_TIME_CHOICE_RANGE": ["Time must be between 15 minutes and 12 hours."],
  "IDLE_TIME_READ_ONLY": ["The idle time of sessions is read-only. Ask the operator of the server to change it."],
  "idleTime.label": ["Session idle time"],
  "idleTime.lead": ["A session that is not used for this long ends; the person is asked a minute before. A new time also applies to running sessions, at once."],
  "idleTime.after": ["End a session after"],
  "idleTime.current": [["time"]," (current)"],
  "idleTime.hours": [["count","plural",{"one":["#"," hour"],"other":["#"," hours"]}]],
  "idleTime.minutes": [["count","plural",{"one":["#"," minute"],"other":["#"," minutes"]}]],
  "idleTime.saved": ["The idle time of sessions was saved. It also applies to running sessions."],
}
