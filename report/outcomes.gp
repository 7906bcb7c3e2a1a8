# outcomes.gp -- how many candidates ended how, as bars
#
# Columns: y, count, colour, label at the left, label at the end. Set by the program: y_max, x_max, left_edge,
# bottom_edge.
set lmargin at screen left_edge
set rmargin at screen 0.86
set bmargin at screen bottom_edge
set tmargin at screen 0.985
set xrange [0:x_max]
set yrange [y_max + 0.5:0.5]
unset grid
unset key
set border 2
unset xtics
set ytics scale 0
set label 104 "candidates" at graph 0, screen (bottom_edge / 2) left textcolor rgb c_muted
plot data using (0):1:(0):2:($1 - 0.36):($1 + 0.36):3:ytic(4) with boxxyerror fillstyle solid 1 noborder linecolor rgb variable, \
     data using 2:1:5 with labels left offset char 0.5, 0 textcolor rgb c_ink
unset output
