/** The Arabic of `of-sessions/idle-time.ts`. */
export const idleTime = {
  IDLE_TIME_FORMAT: 'يجب كتابة المدة بالشكل hh:mm.',
  IDLE_TIME_RANGE: 'يجب أن تتراوح المدة بين 5 دقائق و24 ساعة.',
  IDLE_TIME_SAME: 'لا يمكن أن تتطابق المدة الحالية والمدة الجديدة.',
  IDLE_TIME_CHOICE_RANGE: 'يجب أن تتراوح المدة بين 15 دقيقة و12 ساعة.',
  IDLE_TIME_READ_ONLY: 'مدة خمول الجلسات للقراءة فقط. اطلب من مشغّل الخادم تغييرها.',
  'idleTime.label': 'مدة خمول الجلسة',
  'idleTime.lead':
    'تنتهي الجلسة إذا لم تُستخدم طوال هذه المدة؛ ويُسأل الشخص قبل ذلك بدقيقة. تسري المدة الجديدة فورًا على الجلسات القائمة أيضًا.',
  'idleTime.after': 'إنهاء الجلسة بعد',
  'idleTime.current': '{time} (الحالية)',
  'idleTime.hours':
    '{count, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}',
  'idleTime.minutes':
    '{count, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}}',
  'idleTime.saved': 'حُفظت مدة خمول الجلسات. تسري أيضًا على الجلسات القائمة.',
} as const
