CREATE TABLE "edge_requests" (
	"route" text NOT NULL,
	"outcome" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "edge_requests_route_outcome_pk" PRIMARY KEY("route","outcome")
);
