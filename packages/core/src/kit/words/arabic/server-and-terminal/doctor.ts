/** The Arabic of `server-and-terminal/doctor.ts`. */
export const doctor = {
  'doctor.clockAhead': 'ساعة هذا الجهاز متقدمة {seconds} ثانية على ساعة الخادم.',
  'doctor.clockBehind': 'ساعة هذا الجهاز متأخرة {seconds} ثانية عن ساعة الخادم.',
  'doctor.serverNewer': 'إصدار الخادم {server}، وإصدار سطر الأوامر {program}: حدّث سطر الأوامر.',
  'doctor.serverOlder': 'إصدار الخادم {server}، وإصدار سطر الأوامر {program}: حدّث الخادم.',
} as const
