import { Button } from "@mantine/core";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { useFormat } from "#web/ui/values/use-format.ts";
import { lazyPart } from "#web/api/lazy-part.tsx";
import { useMay } from "#web/api/session.tsx";
import { products } from "../products.contract.ts";

const ConfirmUnits = lazyPart(() => import("./confirm-units.web.tsx"), "ConfirmUnits");

/** Says how many prices have a unit that nobody has confirmed, and opens them; absent where there are none. Of one product, or of all. */
export function ConfirmUnitsButton({ productId }: { productId?: string }) {
  const fmt = useFormat();
  const mayEdit = useMay()(products.confirmUnits.can);
  const [isOpen, setOpen] = useState(false);
  const open = useQuery({
    queryKey: [products.list.path, "open-price-units", productId ?? ""],
    queryFn: ({ signal }) => call(products.openUnits, { query: productId ? { productId } : {}, signal }),
    enabled: mayEdit,
    meta: { quiet: true },
  });
  if (!open.data || (open.data.total === 0 && !isOpen)) return null;
  return (
    <>
      <Button
        variant="default"
        {...(productId ? { size: "compact-xs" } : { visibleFrom: "sm" })}
        onClick={() => setOpen(true)}
      >
        <Trans>Confirm price units ({fmt.quantity(open.data.total)})</Trans>
      </Button>
      {isOpen && <ConfirmUnits offers={open.data.items} total={open.data.total} onClose={() => setOpen(false)} />}
    </>
  );
}
