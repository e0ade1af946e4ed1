export interface SparklineProps {
  /** What the values are, for people who hear the page. */
  label: string;
  points: readonly { readonly at: number; readonly value: number | null }[];
  format(value: number): string;
  /** Bars for counts, a line for what has a value at any time. */
  form: "bars" | "line";
  className: string;
}

const width = 120;
const height = 36;
const top = 2;
const timeFormat = new Intl.DateTimeFormat("en", {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A small chart, and the same as a table for people who don't see it. */
export function Sparkline({ label, points, format, form, className }: SparklineProps) {
  const most = Math.max(...points.map(({ value }) => value ?? 0)) || 1;
  const step = width / points.length;
  const y = (value: number) => height - (value / most) * (height - top);
  const textOf = (value: number | null) => (value === null ? "no calls" : format(value));
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className={`h-12 w-full overflow-visible ${className}`}
      >
        <line
          x1="0"
          x2={width}
          y1={height}
          y2={height}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {form === "line" && <Curve points={points.map(({ value }) => value)} step={step} y={y} />}
        {points.map(({ at, value }, index) => (
          <g key={at}>
            {form === "bars" && value !== null && value > 0 && (
              <rect
                x={index * step + step * 0.12}
                width={step * 0.76}
                y={Math.min(y(value), height - 1)}
                height={Math.max(height - y(value), 1)}
                fill="currentColor"
              />
            )}
            <rect x={index * step} width={step} y="0" height={height} fill="transparent">
              <title>{`${timeFormat.format(at)}: ${textOf(value)}`}</title>
            </rect>
          </g>
        ))}
      </svg>
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">{label}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, value }) => (
              <tr key={at}>
                <th scope="row">{timeFormat.format(at)}</th>
                <td>{textOf(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

interface CurveProps {
  points: readonly (number | null)[];
  step: number;
  y(value: number): number;
}

/** A line through the values, which is interrupted where there are none. */
function Curve({ points, step, y }: CurveProps) {
  const parts: string[] = [];
  let isDrawing = false;
  for (const [index, value] of points.entries()) {
    if (value !== null) {
      const [left, right] = [0.25, 0.5].map((part) => ((index + part) * step).toFixed(2));
      const level = y(value).toFixed(2);
      // Starts a little to the left: a value between two gaps would not be seen.
      parts.push(isDrawing ? `L${right} ${level}` : `M${left} ${level}H${right}`);
    }
    isDrawing = value !== null;
  }
  return (
    <path
      d={parts.join("")}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  );
}
