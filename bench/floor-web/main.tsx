import { createRoot } from "react-dom/client";

/** The least that shows a table: React and nothing else. */
function Table() {
  const rows = Array.from({ length: 50 }, (_, n) => n + 1);
  return (
    <table>
      <tbody>
        {rows.map((n) => (
          <tr key={n}>
            <td className="row">{n}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Table />);
