/** Runs a function while this process is in a time zone, such as `Asia/Tokyo`. */
export async function inTimeZone<Result>(
  zone: string,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  try {
    return await run()
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
}
