// Which moment it is. Time runs in seconds of the run, slowed to what an eye can follow.

const WHOLE_RUN = 14; // seconds on screen at speed 1

export class Player {
  constructor(times) {
    this.times = times;
    this.start = times[0];
    this.end = times[times.length - 1];
    this.now = this.start;
    this.playing = false;
    this.speed = 1;
    this.rate = (this.end - this.start) / WHOLE_RUN || 1;
  }

  // Seconds of the run per second on screen.
  get pace() { return this.rate * this.speed; }

  advance(seconds) {
    const length = this.end - this.start;
    if (!length) return;
    this.now = this.start + ((this.now - this.start + seconds * this.pace) % length);
  }

  step(frames) {
    const last = this.times.length - 1;
    const { first, share } = this.place();
    const at = Math.round(first + share) + frames;
    this.now = this.times[Math.min(Math.max(at, 0), last)];
  }

  place() {
    const { times, now } = this;
    let low = 0;
    let high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= now) low = middle; else high = middle;
    }
    if (!high) return { first: 0, share: 0 };
    return { first: low, share: Math.min(Math.max((now - times[low]) / (times[high] - times[low]), 0), 1) };
  }
}
